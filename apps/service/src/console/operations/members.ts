import { RenderedJson } from '@partner-rating/server';
import { type CreatedAccount, createAccount } from '../../account/register.ts';
import { findReported, includedIds } from '../../matches/claims/find-offered.ts';
import { type Merge, MergeRefusedError, mergeGhost } from '../../matches/claims/merge-ghost.ts';
import { changeDiscovery } from '../../members/change-discovery.ts';
import { foldShort } from '../../members/domain/names.ts';
import { confirmBirthDate, lockMember } from '../../members/store/members.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Database } from '../../platform/database/schema.ts';
import { logFailure } from '../../platform/database/unreachable.ts';
import { storeIdempotentAnswer } from '../../platform/http/idempotent-answers.ts';
import { readPosition, toPage } from '../../platform/paging.ts';
import { clearRemains } from '../../privacy/clear-remains.ts';
import { eraseMember } from '../../privacy/erase-member.ts';
import { exportMember } from '../../privacy/export-member.ts';
import { answerOnce } from '../actions/answer-once.ts';
import { inTransaction, recordAct } from '../actions/audited.ts';
import { editMember, readFacts } from '../actions/edit-member.ts';
import { findPerson, noMember, requireMember, showMember } from '../actions/find-members.ts';
import { type AdminHandlers, created, refuseField } from '../api/handlers.ts';
import type * as Types from '../api/types.gen.ts';
import { type FoundMember, findMembersByName, summarizeMember } from '../store/members.ts';

type Ids =
  | 'members.find'
  | 'members.create'
  | 'members.get'
  | 'members.update'
  | 'members.erase'
  | 'members.export'
  | 'members.show'
  | 'members.hide'
  | 'members.confirmBirthDate'
  | 'members.claim';

/** The operations about players. */
export const members: AdminHandlers<Ids> = {
  'members.find': async ({ database }, { query: { text, limit, cursor } }) => {
    const after = readPosition(cursor === undefined ? {} : { cursor });
    const found = await findMembers(database, text, { after, limit: limit + 1 });
    const { rows, nextCursor } = toPage(found, limit, ({ memberNumber }) => memberNumber);
    return { status: 200, body: { members: rows, nextCursor } };
  },

  'members.create': async (dependencies, { body }, { raw }) => {
    const answerOf = ({ memberId, memberNumber }: CreatedAccount) =>
      created(dependencies, `members/${memberId}`, { memberId, memberNumber });
    // Nobody has asked the player.
    const account = { ...body, isDiscoverable: false };
    const made = await readFacts(
      async () =>
        await createAccount(dependencies, account, async (transaction, stored) => {
          await storeIdempotentAnswer(raw, transaction, answerOf(stored));
        }),
    );
    return answerOf(made);
  },

  'members.get': async (dependencies, { path }) => await showMember(dependencies, path.member),

  'members.update': async (dependencies, { path, headers, body }) => {
    const { id } = await requireMember(dependencies.database, path.member);
    await editMember(dependencies, id, body, headers['if-match']);
    return await showMember(dependencies, id);
  },

  'members.erase': async (dependencies, { path, query: { reported = [] } }, { log }) => {
    const { id: memberId } = await requireMember(dependencies.database, path.member);
    const selected = await selectReported(dependencies, memberId, reported);
    const erasure = await eraseMember(dependencies, { memberId, actor: 'operator', selected });
    if (erasure === null) throw noMember(path.member);
    const later = `${memberId} is erased, and what is left of them is cleaned up later.`;
    const logLater = (err: unknown) => logFailure(log, { err }, later);
    await clearRemains(dependencies).catch(logLater);
    const { connections } = erasure;
    return { status: 200, body: { memberId, connections, reported: selected } };
  },

  'members.export': async (dependencies, { path, query: { reported = [] } }) => {
    const { id } = await requireMember(dependencies.database, path.member);
    const selected = await selectReported(dependencies, id, reported);
    const parts = await exportMember(dependencies, id, selected);
    if (parts === null) throw noMember(path.member);
    let text = '';
    for await (const part of parts) text += part;
    return { status: 200, body: new RenderedJson<Types.MemberData>(text) };
  },

  'members.show': async (dependencies, { path }) =>
    await setDiscovery(dependencies, path.member, true),

  'members.hide': async (dependencies, { path }) =>
    await setDiscovery(dependencies, path.member, false),

  // A corrected date alone does not end the protection of a player under 16.
  'members.confirmBirthDate': async (dependencies, { path }) => {
    const { id: memberId } = await requireMember(dependencies.database, path.member);
    await inTransaction(dependencies, async (transaction, now) => {
      if ((await lockMember(transaction, memberId)) === undefined) throw noMember(path.member);
      await confirmBirthDate(transaction, memberId);
      await recordAct(transaction, now, 'birth_date.confirmed', { memberId });
    });
    return await showMember(dependencies, memberId);
  },

  'members.claim': async (dependencies, { path: { member: ghost }, body }, { raw }) => {
    await requireMember(dependencies.database, ghost);
    const { id: member } = await requireMember(dependencies.database, body.for);
    const answerOf = ({ ghostId, memberId, matches, ratings, isSettled }: Merge) =>
      ({ status: 200, body: { ghostId, memberId, matches, ratings, isSettled } }) as const;
    const merge = await mergeGhost(
      dependencies,
      { ghost, member },
      async (transaction, begun) => await storeIdempotentAnswer(raw, transaction, answerOf(begun)),
    ).catch((error: unknown) => {
      throw error instanceof MergeRefusedError ? refuseField('/path/member', error.message) : error;
    });
    // The stored answer knows of no rating that has changed.
    return await answerOnce(dependencies, raw, async () => answerOf(merge));
  },
};

/** Finds members by a part of the name, the whole email address, the number, or the id. */
async function findMembers(
  database: Database,
  typed: string,
  part: { after: number | null; limit: number },
): Promise<FoundMember[]> {
  const text = typed.trim();
  const folded = foldShort(text);
  if (folded === '') {
    throw refuseField('/query/text', 'Give a part of a name, an address, a number or an id.');
  }
  const named = await findPerson(database, text);
  if (named === undefined) {
    return text.includes('@') ? [] : await findMembersByName(database, folded, part);
  }
  const member = await summarizeMember(database, named.id);
  if (member === undefined) return [];
  const { memberId, memberNumber, firstName, lastName, kind, email, city, country } = member;
  return [{ memberId, memberNumber, firstName, lastName, kind, email, city, country }];
}

/**
 * Returns the ids of the reported people who belong to the member.
 * @param selected Those with another name that the operator knows to be the member.
 */
async function selectReported(
  dependencies: Dependencies,
  memberId: string,
  selected: readonly string[],
): Promise<string[]> {
  const reported = await findReported(dependencies, memberId);
  const unknown = selected.find((id) => !reported.some((one) => one.id === id));
  if (unknown === undefined) return includedIds(reported, selected);
  throw refuseField(
    '/query/reported',
    `${unknown} was not reported under the proven address of ${memberId}. Choose one of the ids in \`reported\` of the member.`,
  );
}

async function setDiscovery(
  dependencies: Dependencies,
  reference: string,
  isDiscoverable: boolean,
) {
  const member = await requireMember(dependencies.database, reference);
  const { id: memberId, protected_until: until } = member;
  const change = { memberId, isDiscoverable, actor: 'operator' } as const;
  if (!(await changeDiscovery(dependencies, change))) {
    throw refuseField(
      '/path/member',
      `${member.first_name} ${member.last_name} (${memberId}) is under 16, so nobody finds them until ${until}. If the birth date is wrong, correct it and confirm it.`,
    );
  }
  return await showMember(dependencies, memberId);
}

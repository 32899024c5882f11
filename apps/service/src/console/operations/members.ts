import { RenderedJson } from '@partner-rating/server';
import { factsOf } from '../../account/domain/new-account.ts';
import { createAccount } from '../../account/register.ts';
import { removeSecondFactor } from '../../connect/login/second-factor.ts';
import { MergeRefusedError, mergeGhost } from '../../matches/claims/merge-ghost.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { MemberRow } from '../../platform/database/schema.ts';
import { logFailure } from '../../platform/database/unreachable.ts';
import { readPosition, toPage } from '../../platform/paging.ts';
import { clearRemains } from '../../privacy/clear-remains.ts';
import { eraseMember } from '../../privacy/erase-member.ts';
import { exportMember } from '../../privacy/export-member.ts';
import {
  confirmRecordedBirthDate,
  editMember,
  readFacts,
  setDiscovery,
} from '../actions/edit-member.ts';
import {
  findMembers,
  noMember,
  requireMember,
  selectReported,
  showMember,
} from '../actions/find-members.ts';
import {
  createMemberLink,
  lockAccess,
  resetAccount,
  unlockAccess,
} from '../actions/member-access.ts';
import {
  type AdminHandlers,
  refuseField,
  requireVersion,
  timeOf,
  versionOf,
} from '../api/caller.ts';
import type { OperationTypes } from '../api/operation-types.gen.ts';
import type * as Types from '../api/types.gen.ts';

type Ids = Extract<keyof OperationTypes, `members.${string}`>;

/** The operations about players and the accounts that they log in with. */
export function members(dependencies: Dependencies): AdminHandlers<Ids> {
  const { database, publicUrl } = dependencies;
  const require = async (reference: string) => await requireMember(database, reference);

  return {
    'members.find': async ({ query: { text, limit, cursor } }) => {
      const after = readPosition(cursor === undefined ? {} : { cursor });
      const found = await findMembers(database, text, { after, limit: limit + 1 });
      const { rows, nextCursor } = toPage(found, limit, ({ memberNumber }) => memberNumber);
      return { status: 200, body: { members: rows, nextCursor } };
    },

    'members.create': async ({ body }) => {
      const { memberId, memberNumber } = await readFacts(
        async () => await createAccount(dependencies, body),
      );
      return {
        status: 201,
        headers: { location: `${publicUrl}/api/admin/v1/members/${memberId}` },
        body: { memberId, memberNumber },
      };
    },

    'members.get': async ({ path }) => await show(dependencies, path.member),

    'members.update': async ({ path, headers, body }) => {
      const { id } = await require(path.member);
      await editMember(dependencies, id, body, (stored) =>
        requireVersion(headers['if-match'], versionOf(editable(stored))),
      );
      return await show(dependencies, id);
    },

    'members.erase': async ({ path, query: { reported = [] } }, { log }) => {
      const { id: memberId } = await require(path.member);
      const selected = await selectReported(dependencies, memberId, reported);
      const erasure = await eraseMember(dependencies, { memberId, actor: 'operator', selected });
      if (erasure === null) throw noMember(path.member);
      const logLater = (err: unknown) =>
        logFailure(
          log,
          { err },
          `${memberId} is erased, and what is left of them is cleaned up later.`,
        );
      await clearRemains(dependencies).catch(logLater);
      const { connections } = erasure;
      return { status: 200, body: { memberId, connections, reported: selected } };
    },

    'members.export': async ({ path, query: { reported = [] } }) => {
      const { id } = await require(path.member);
      const parts = await exportMember(
        dependencies,
        id,
        await selectReported(dependencies, id, reported),
      );
      if (parts === null) throw noMember(path.member);
      let text = '';
      for await (const part of parts) text += part;
      return { status: 200, body: new RenderedJson<Types.MemberData>(text) };
    },

    'members.show': async ({ path }) => {
      await setDiscovery(dependencies, await require(path.member), true);
      return await show(dependencies, path.member);
    },

    'members.hide': async ({ path }) => {
      await setDiscovery(dependencies, await require(path.member), false);
      return await show(dependencies, path.member);
    },

    'members.confirmBirthDate': async ({ path }) => {
      const { id } = await require(path.member);
      await confirmRecordedBirthDate(dependencies, id);
      return await show(dependencies, id);
    },

    'members.lock': async ({ path, body: { reason } }) => {
      const { id: memberId } = await require(path.member);
      await lockAccess(dependencies, { memberId, reason });
      return await show(dependencies, memberId);
    },

    'members.unlock': async ({ path }) => {
      const { id } = await require(path.member);
      await unlockAccess(dependencies, id);
      return await show(dependencies, id);
    },

    'members.reset': async ({ path, body: { secondFactor = false } }) => {
      const { id: memberId } = await require(path.member);
      const request = { memberId, withSecondFactor: secondFactor };
      return { status: 200, body: { memberId, ...(await resetAccount(dependencies, request)) } };
    },

    'members.removeSecondFactor': async ({ path }) => {
      const { id: memberId, email } = await require(path.member);
      await removeSecondFactor(dependencies, { of: 'player', accountId: memberId, email });
      return await show(dependencies, memberId);
    },

    'members.claim': async ({ path: { member: ghost }, body }) => {
      await require(ghost);
      const { id: member } = await require(body.for);
      const merge = await mergeGhost(dependencies, { ghost, member }).catch((error: unknown) => {
        throw error instanceof MergeRefusedError
          ? refuseField('/path/member', error.message)
          : error;
      });
      const { ghostId, memberId, matches, ratings, isSettled } = merge;
      return { status: 200, body: { ghostId, memberId, matches, ratings, isSettled } };
    },

    'members.createLink': async ({ body }) => {
      return { status: 200, body: { link: await createMemberLink(dependencies, body) } };
    },
  };
}

/** What `members.update` changes. */
function editable(member: MemberRow) {
  return { ...factsOf(member), email: member.email };
}

async function show(
  dependencies: Pick<Dependencies, 'database' | 'configuration'>,
  reference: string,
) {
  const row = await requireMember(dependencies.database, reference);
  const { ratings, reported, ...member } = await showMember(dependencies, row);
  const body: Types.OperatedMember = {
    ...member,
    createdAt: timeOf(member.createdAt),
    emailProvenAt: timeOf(member.emailProvenAt),
    passwordChangedAt: timeOf(member.passwordChangedAt),
    lockedAt: timeOf(member.lockedAt),
    ratings: ratings as Types.RatingInBracket[],
    reported: reported.map(({ id: memberId, displayName, matches, isOwnName: hasOwnName }) => ({
      ...{ memberId, displayName, matches, hasOwnName },
    })),
  };
  return { status: 200, headers: { etag: versionOf(editable(row)) }, body } as const;
}

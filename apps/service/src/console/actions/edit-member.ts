import {
  factsOf,
  type PersonalFacts,
  readPersonalFacts,
  requirePossibleBirthDate,
} from '../../account/domain/new-account.ts';
import { InvalidAccountError } from '../../account/register.ts';
import { readEmail } from '../../connect/login/domain/account-mail.ts';
import { endLinks } from '../../connect/login/links.ts';
import { queueAccountMail } from '../../connect/login/realms.ts';
import { lockMember, updateFacts } from '../../members/store/members.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { DatabaseTransaction, MemberRow } from '../../platform/database/schema.ts';
import { refuseField, requireVersion, versionOf } from '../api/handlers.ts';
import { correctEmail } from '../store/members.ts';
import { inTransaction, recordAct } from './audited.ts';
import { editableOf, noAccount, noMember } from './find-members.ts';

type Fact = Exclude<keyof PersonalFacts, 'isVairified' | 'isWheelchair'>;

/** The changes of a member. Missing values stay, and null removes a value. */
type MemberEdit = { [Name in Fact]?: string | null | undefined } & { email?: string | undefined };

/**
 * Corrects the facts of a member.
 * @param ifMatch The version that is changed, if the caller names one.
 * @throws ProblemError if a value is refused, somebody else has the address, or the member was erased.
 */
export async function editMember(
  dependencies: Dependencies,
  memberId: string,
  { email, ...edit }: MemberEdit,
  ifMatch: string | undefined,
): Promise<void> {
  await inTransaction(dependencies, async (transaction, now) => {
    const before = await lockMember(transaction, memberId);
    if (before === undefined) throw noMember(memberId);
    requireVersion(ifMatch, versionOf(editableOf(before)));
    const facts = factsOf(before);
    const names = Object.keys(edit) as Fact[];
    const after = await readFacts(async () => {
      const read = readPersonalFacts({ ...facts, ...edit } as PersonalFacts);
      if (edit.birthDate !== undefined) requirePossibleBirthDate(read.birth_date, now);
      return read;
    });
    const changed: string[] = names.filter((name) => (facts[name] ?? '') !== (edit[name] ?? ''));
    if (changed.length > 0) await updateFacts(transaction, memberId, after);
    if (email !== undefined && (await changeEmail(transaction, dependencies, before, email))) {
      changed.push('email');
    }
    if (changed.length === 0) return;
    // Only the names of the changed fields, because an audit entry outlives an erased account.
    await recordAct(transaction, now, 'member.edited', { memberId, details: { changed } });
  });
}

/**
 * Reads typed facts of a person, and refuses invalid ones by their field.
 * @throws ProblemError if a value is refused.
 */
export async function readFacts<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof InvalidAccountError)) throw error;
    throw refuseField(`/${error.field ?? ''}`, error.message, error.code);
  }
}

/** Changes the address; false if it is the same. */
async function changeEmail(
  transaction: DatabaseTransaction,
  dependencies: Dependencies,
  { id: memberId, email: before }: MemberRow,
  typed: string,
): Promise<boolean> {
  const email = readEmail(typed);
  if (email === null) throw refuseField('/email', `This is not an email address: ${typed}`);
  if (email === before) return false;
  const outcome = await correctEmail(transaction, memberId, email);
  if (outcome === 'no_account') throw noAccount(memberId);
  if (outcome === 'taken') {
    const detail = `Another member has the email address ${email}. Find that member by this address.`;
    throw refuseField('/email', detail, 'repeated_identifier');
  }
  await endLinks(transaction, { accountId: memberId, now: dependencies.clock() });
  if (before !== null) {
    const mail = { of: 'player', kind: 'email-changed', email: before } as const;
    await queueAccountMail(transaction, dependencies, { ...mail, accountId: memberId });
  }
  return true;
}

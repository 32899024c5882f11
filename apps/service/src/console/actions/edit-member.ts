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
import { changeDiscovery } from '../../members/change-discovery.ts';
import { confirmBirthDate, lockMember, updateFacts } from '../../members/store/members.ts';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { DatabaseTransaction, MemberRow } from '../../platform/database/schema.ts';
import { refuseField } from '../api/caller.ts';
import { correctEmail } from '../store/members.ts';
import { actOn, noAccount } from './find-members.ts';

/** What to change of a member; what is left out stays, and null takes a fact away. */
export type MemberEdit = { [Name in Fact]?: string | null | undefined } & {
  email?: string | undefined;
};

type Fact = Exclude<keyof PersonalFacts, 'isVairified' | 'isWheelchair'>;

/**
 * Corrects a member's facts.
 * @param check Is called with the member as they are stored, and throws to refuse the change.
 * @throws ProblemError where a value is refused, or somebody else has the address.
 */
export async function editMember(
  dependencies: Dependencies,
  memberId: string,
  { email, ...edit }: MemberEdit,
  check: (stored: MemberRow) => void,
): Promise<void> {
  const now = dependencies.clock();
  await dependencies.database.transaction().execute(async (transaction) => {
    const before = await lockMember(transaction, memberId);
    check(before);
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
    // The names alone: an entry outlives an erased account.
    const entry = { action: 'member.edited', details: { changed } } as const;
    await recordAudit(transaction, { ...actOn(memberId, now), ...entry });
  });
}

/**
 * Runs something that reads what is typed about a person.
 * @throws ProblemError where a value is refused.
 */
export async function readFacts<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof InvalidAccountError)) throw error;
    throw refuseField(`/${error.field ?? ''}`, error.message, error.code);
  }
}

/** False where it is the address already. */
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
    const detail = `Another member has the email address ${email}. Find them by it.`;
    throw refuseField('/email', detail, 'repeated_identifier');
  }
  await endLinks(transaction, { accountId: memberId, now: dependencies.clock() });
  if (before !== null) {
    const mail = { of: 'player', kind: 'email-changed', email: before } as const;
    await queueAccountMail(transaction, dependencies, { ...mail, accountId: memberId });
  }
  return true;
}

/**
 * Opts a member in to search and leaderboards or out of them, for a member who asked an operator to.
 * @throws ProblemError where they are under 16.
 */
export async function setDiscovery(
  dependencies: Dependencies,
  { id: memberId, protected_until: until, ...member }: MemberRow,
  isDiscoverable: boolean,
): Promise<void> {
  const change = { memberId, isDiscoverable, actor: 'operator' } as const;
  if (await changeDiscovery(dependencies, change)) return;
  throw refuseField(
    '/path/member',
    `${member.first_name} ${member.last_name} (${memberId}) is under 16, and so is found by nobody until ${until}. If that follows from a birth date that was wrong, correct it and confirm it.`,
  );
}

/**
 * Confirms the recorded birth date, so that nothing follows from an earlier one any more. A corrected date alone ends
 * no protection of a player under 16.
 */
export async function confirmRecordedBirthDate(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  memberId: string,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockMember(transaction, memberId);
    await confirmBirthDate(transaction, memberId);
    const entry = { action: 'birth_date.confirmed' } as const;
    await recordAudit(transaction, { ...actOn(memberId, clock()), ...entry });
  });
}

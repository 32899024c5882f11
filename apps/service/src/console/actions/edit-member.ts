import {
  factsOf,
  type PersonalFacts,
  readPersonalFacts,
  requirePossibleBirthDate,
} from '../../account/domain/new-account.ts';
import { hashPassword } from '../../connect/login/check-password.ts';
import { type AccountMail, readEmail } from '../../connect/login/domain/account-mail.ts';
import { createLink, endLinks } from '../../connect/login/links.ts';
import {
  findAccount,
  lockAccount,
  overwritePassword,
  setAccountLock,
} from '../../connect/login/store/accounts.ts';
import { deleteDevices } from '../../connect/login/store/devices.ts';
import { deleteSecondFactor } from '../../connect/login/store/second-factors.ts';
import { deleteSessions } from '../../connect/login/store/sessions.ts';
import { endTokensOf } from '../../connect/store/connections.ts';
import { lockMember, updateFacts } from '../../members/store/members.ts';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { DatabaseTransaction, MemberRow } from '../../platform/database/schema.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { newSecret } from '../../platform/secrets/sealing.ts';
import { correctEmail } from '../store/members.ts';
import { OperatorError } from '../terminal.ts';
import { requireMember } from './find-members.ts';

/** What to change of a member; what is left out stays, and an empty text takes a fact away. */
export interface MemberEdit extends Partial<Record<Fact, string>> {
  email?: string;
}

type Fact = Exclude<keyof PersonalFacts, 'isVairified' | 'isWheelchair'>;

/**
 * Corrects a member's facts, and gives the names of those that changed.
 * @throws OperatorError where there is no such member, or somebody else has the address.
 * @throws InvalidAccountError where a value is refused.
 */
export async function editMember(
  dependencies: Dependencies,
  reference: string,
  { email, ...edit }: MemberEdit,
): Promise<{ memberId: string; changed: string[] }> {
  const { database, clock } = dependencies;
  const found = await requireMember(database, reference);
  const now = clock();
  return await database.transaction().execute(async (transaction) => {
    const before = await lockMember(transaction, found.id);
    const facts = factsOf(before);
    const after = readPersonalFacts({ ...facts, ...edit });
    if (edit.birthDate !== undefined) requirePossibleBirthDate(after.birth_date, now);
    const changed: string[] = namesOf(edit).filter(
      (name) => (facts[name] ?? '') !== (edit[name] ?? ''),
    );
    if (changed.length > 0) await updateFacts(transaction, before.id, after);
    if (email !== undefined && (await changeEmail(transaction, dependencies, before, email))) {
      changed.push('email');
    }
    if (changed.length > 0) {
      // The names alone: an entry outlives an erased account.
      const entry = { action: 'member.edited', details: { changed } } as const;
      await recordAudit(transaction, { ...actOn(before.id, now), ...entry });
    }
    return { memberId: before.id, changed };
  });
}

function namesOf(edit: Partial<Record<Fact, string>>): Fact[] {
  return Object.keys(edit) as Fact[];
}

/** False where it is the address already. */
async function changeEmail(
  transaction: DatabaseTransaction,
  dependencies: Dependencies,
  { id: memberId, email: before }: MemberRow,
  typed: string,
): Promise<boolean> {
  const email = readEmail(typed);
  if (email === null) {
    throw new OperatorError(`This is not an e-mail address: ${typed}`, { field: 'email' });
  }
  if (email === before) return false;
  const outcome = await correctEmail(transaction, memberId, email);
  if (outcome === 'no_account') throw noAccount(memberId);
  if (outcome === 'taken') {
    throw new OperatorError(
      `Another member has the e-mail address ${email}. \`member find\` says who.`,
      { field: 'email' },
    );
  }
  await endLinks(transaction, { memberId, now: dependencies.clock() });
  if (before !== null) {
    const mail = { kind: 'email-changed', email: before, memberId } as const;
    await queueMail<AccountMail>(transaction, dependencies, mail);
  }
  return true;
}

type LockDependencies = Pick<Dependencies, 'database' | 'clock'>;

/**
 * Lets nobody log in to an account, and ends what was begun by logging in to it, links that were asked for included.
 * @throws OperatorError where the member has none.
 */
export async function lockAccess(
  { database, clock }: LockDependencies,
  { memberId, reason }: { memberId: string; reason?: string | undefined },
): Promise<{ changed: boolean; endedTokens: number }> {
  const now = clock();
  return await database.transaction().execute(async (transaction) => {
    // A log-in that is under way ends first, and its session with the others.
    if (!(await lockAccount(transaction, memberId))) throw noAccount(memberId);
    if (!(await setAccountLock(transaction, memberId, now))) {
      return { changed: false, endedTokens: 0 };
    }
    await deleteSessions(transaction, memberId);
    await endLinks(transaction, { memberId, now });
    const endedTokens = await endTokensOf(transaction, { memberId }, now);
    await recordAudit(transaction, {
      ...actOn(memberId, now),
      action: 'account.locked',
      details: { endedTokens, ...(reason !== undefined && { reason }) },
    });
    return { changed: true, endedTokens };
  });
}

/** False where it was not locked. */
export async function unlockAccess(
  { database, clock }: LockDependencies,
  memberId: string,
): Promise<boolean> {
  const now = clock();
  return await database.transaction().execute(async (transaction) => {
    if (!(await lockAccount(transaction, memberId))) throw noAccount(memberId);
    if (!(await setAccountLock(transaction, memberId, null))) return false;
    await recordAudit(transaction, { ...actOn(memberId, now), action: 'account.unlocked' });
    return true;
  });
}

/**
 * Takes everybody out of an account, its player included, and makes the one link that leads back in.
 * @throws OperatorError where the member has no account.
 */
export async function resetAccount(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'publicUrl'>,
  { memberId, withSecondFactor }: { memberId: string; withSecondFactor: boolean },
): Promise<{ link: string; endedTokens: number }> {
  const now = dependencies.clock();
  // Hash of a random password that nobody knows.
  const passwordHash = await hashPassword(newSecret(''));
  return await dependencies.database.transaction().execute(async (transaction) => {
    await lockAccount(transaction, memberId);
    const email = (await findAccount(transaction, memberId))?.email;
    if (email === undefined || email === null) throw noAccount(memberId);
    await overwritePassword(transaction, { memberId, passwordHash, now });
    await deleteSessions(transaction, memberId);
    await deleteDevices(transaction, memberId);
    await endLinks(transaction, { memberId, now });
    if (withSecondFactor) await deleteSecondFactor(transaction, memberId);
    const endedTokens = await endTokensOf(transaction, { memberId }, now);
    await recordAudit(transaction, {
      ...actOn(memberId, now),
      action: 'account.reset',
      details: { withSecondFactor, endedTokens },
    });
    const purpose = { purpose: 'password', registrationId: null, memberId, email } as const;
    return { link: await createLink(transaction, dependencies, purpose), endedTokens };
  });
}

/** Refuses what concerns an account, of a member who has none. */
function noAccount(memberId: string): OperatorError {
  return new OperatorError(
    `${memberId} has no account, so nobody logs in as them. \`member show\` says who they are.`,
  );
}

/** What the audit says of each act of an operator about a member. */
export function actOn(memberId: string, now: Date) {
  return { occurredAt: now, actor: 'operator', applicationId: null, memberId } as const;
}

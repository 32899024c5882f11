import type { AccountMail } from '../../accounts/domain/account-mail.ts';
import { readEmail } from '../../accounts/domain/email.ts';
import {
  type PersonalFacts,
  readPersonalFacts,
  requirePossibleBirthDate,
} from '../../accounts/domain/new-account.ts';
import { endLinks } from '../../accounts/end-links.ts';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { DatabaseTransaction, MemberRow } from '../../platform/database/schema.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { findMember } from '../../players/find-member.ts';
import { OperatorError } from '../terminal/operator-error.ts';
import { actOn } from './act-on.ts';
import { noAccount } from './no-account.ts';
import { correctEmail, lockMember, updateFacts } from './store/people.ts';

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
  const found = await findMember(database, reference);
  if (found === undefined) {
    throw new OperatorError(
      `There is no member ${reference}. \`member find\` finds them by name or e-mail address.`,
    );
  }
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

function factsOf(member: MemberRow): PersonalFacts {
  return {
    firstName: member.first_name,
    lastName: member.last_name,
    birthDate: member.birth_date,
    gender: member.gender,
    city: member.city,
    state: member.state,
    zip: member.zip,
    country: member.country,
    isVairified: member.is_vairified,
    isWheelchair: member.is_wheelchair,
  };
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

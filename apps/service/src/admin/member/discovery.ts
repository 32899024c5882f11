import { changeDiscovery } from '../../members/change-discovery.ts';
import { confirmBirthDate } from '../../members/store/discovery.ts';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { findMember } from '../../players/find-member.ts';
import { OperatorError } from '../terminal/operator-error.ts';
import { actOn } from './act-on.ts';
import { lockMember } from './store/people.ts';

/** Opts a member in to search and leaderboards or out of them, for a member who asked an operator to. */
export async function setDiscovery(
  dependencies: Dependencies,
  reference: string,
  isDiscoverable: boolean,
): Promise<{ memberId: string; name: string }> {
  const member = await findMember(dependencies.database, reference);
  if (member === undefined) throw unknownMember(reference);
  const change = { memberId: member.id, isDiscoverable, actor: 'operator' } as const;
  const name = `${member.first_name} ${member.last_name}`;
  if (!(await changeDiscovery(dependencies, change))) {
    throw new OperatorError(
      `${name} (${member.id}) is under 16, and so is found by nobody until ${member.protected_until}. If that follows from a birth date that was wrong, correct it and run \`member confirm-birth-date ${member.id}\`.`,
    );
  }
  return { memberId: member.id, name };
}

/**
 * Confirms the recorded birth date, so that nothing follows from an earlier one any more. A corrected date alone ends
 * no protection of a player under 16.
 */
export async function confirmRecordedBirthDate(
  { database, clock }: Dependencies,
  reference: string,
): Promise<{ memberId: string; birthDate: string | null; protectedUntil: string | null }> {
  const member = await findMember(database, reference);
  if (member === undefined) throw unknownMember(reference);
  return await database.transaction().execute(async (transaction) => {
    const { id: memberId, birth_date: birthDate } = await lockMember(transaction, member.id);
    const protectedUntil = await confirmBirthDate(transaction, memberId);
    const entry = { action: 'birth_date.confirmed' } as const;
    await recordAudit(transaction, { ...actOn(memberId, clock()), ...entry });
    return { memberId, birthDate, protectedUntil };
  });
}

function unknownMember(reference: string): OperatorError {
  return new OperatorError(
    `There is no member ${reference}. Give a member number or an identifier like mem_….`,
  );
}

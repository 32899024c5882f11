import type { Command } from 'commander';
import type { Database, MemberRow } from '../../platform/database/schema.ts';
import { findMember } from '../../players/find-member.ts';
import { OperatorError } from '../terminal/operator-error.ts';
import { findMemberByEmail } from './store/people.ts';

export interface PersonOptions {
  member?: string;
  email?: string;
}

/** The two ways in which a command may name a person. */
export function personOptions(command: Command): Command {
  return command
    .option('--member <member>', 'mem_… or a member number')
    .option('--email <email>', 'the address they log in with');
}

/**
 * The person whom the options name.
 * @throws OperatorError where they name nobody, or are none or both.
 */
export async function findOnePerson(
  database: Database,
  { member, email }: PersonOptions,
): Promise<MemberRow> {
  if ((member === undefined) === (email === undefined)) {
    throw new OperatorError('Name the person by --member or by --email.');
  }
  const person =
    member === undefined
      ? await findMemberByEmail(database, email ?? '')
      : await findMember(database, member);
  if (person === undefined) {
    throw new OperatorError(`There is no member ${member ?? email}. Check the option.`);
  }
  return person;
}

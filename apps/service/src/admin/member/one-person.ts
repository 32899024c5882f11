import type { Command } from 'commander';
import { findReported, includedIds, type ReportedPerson } from '../../claims/find-offered.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Database, MemberRow } from '../../platform/database/schema.ts';
import { findMember } from '../../players/find-member.ts';
import { counted } from '../terminal/counted.ts';
import { OperatorError } from '../terminal/operator-error.ts';
import { findMemberByEmail } from './store/people.ts';

export interface PersonOptions {
  member?: string;
  email?: string;
}

/** Names that were reported under the person's address and that the operator knows to be theirs. */
export interface ReportedOptions {
  reported: string[];
}

/** The option that includes what was reported under the person's address with another name. */
export function reportedOption(command: Command): Command {
  return command.option(
    '--reported <ghost...>',
    'also what was reported under their proven address with another name: mem_…',
    [],
  );
}

/** What was reported under the person's proven address, a line each, and whether it is included. */
function reportedLines(reported: readonly ReportedPerson[], included: readonly string[]): string[] {
  return reported.map(({ id, displayName, matches }) => {
    const what = `${displayName} (${id}), ${counted(matches, 'match', 'matches')}`;
    return included.includes(id)
      ? `Reported under their address, and included  ${what}`
      : `Reported under their address, not included  ${what}. If it is them, add --reported ${id}`;
  });
}

/**
 * What was reported under the person's proven address, and the ids that are included.
 * @throws OperatorError where something else was selected.
 */
export async function selectReported(
  dependencies: Dependencies,
  memberId: string,
  { reported: selected }: ReportedOptions,
): Promise<{ included: string[]; lines: string[] }> {
  const reported = await findReported(dependencies, memberId);
  const unknown = selected.find((id) => !reported.some((one) => one.id === id));
  if (unknown !== undefined) {
    throw new OperatorError(
      `${unknown} was not reported under the proven address of ${memberId}. Leave out --reported to see what was.`,
    );
  }
  const included = includedIds(reported, selected);
  return { included, lines: reportedLines(reported, included) };
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

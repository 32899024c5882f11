import { ProblemError } from '@partner-rating/server';
import type { Command } from 'commander';
import {
  findReported,
  includedIds,
  type ReportedPerson,
} from '../../matches/claims/find-offered.ts';
import { findMember } from '../../members/connected-member.ts';
import { foldShort } from '../../members/domain/names.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Database, MemberRow } from '../../platform/database/schema.ts';
import { forgetPeople } from '../../privacy/clear-remains.ts';
import { eraseMember } from '../../privacy/erase-member.ts';
import {
  type FoundMember,
  findMemberByEmail,
  findMembersByName,
  type ShownMember,
  summarizeMember,
} from '../store/members.ts';
import { counted, OperatorError } from '../terminal.ts';

/**
 * Members by a part of the name, the whole e-mail address, the number or the id.
 * @throws OperatorError where the text has no letter or digit.
 */
export async function findMembers(
  database: Database,
  typed: string,
  limit: number,
): Promise<FoundMember[]> {
  const text = typed.trim();
  const folded = foldShort(text);
  if (folded === '')
    throw new OperatorError('Give a part of a name, an address, a number or an id.');
  const named = text.includes('@')
    ? await findMemberByEmail(database, text)
    : await findMember(database, text);
  if (named === undefined) return await findMembersByName(database, folded, limit);
  const member = await summarizeMember(database, named.id);
  if (member === undefined) return [];
  const { memberId, memberNumber, firstName, lastName, kind, email, city, country } = member;
  return [{ memberId, memberNumber, firstName, lastName, kind, email, city, country }];
}

/**
 * Who a member number or an identifier means.
 * @throws ProblemError where it is nobody.
 */
export async function requireMember(database: Database, reference: string): Promise<MemberRow> {
  const member = await findMember(database, reference);
  if (member === undefined) throw noMember(reference);
  return member;
}

function noMember(reference: string): ProblemError {
  return new ProblemError('not_found', {
    detail: `There is no member ${reference}. Look for their name or email address.`,
  });
}

/** @throws ProblemError where there is no such member. */
export async function showMember(database: Database, reference: string): Promise<ShownMember> {
  const { id } = await requireMember(database, reference);
  const shown = await summarizeMember(database, id);
  if (shown === undefined) throw noMember(reference);
  return shown;
}

/**
 * Erases a person who asked the operator to. Where that is done and something they left behind cannot be cleaned
 * up, the caller is given why: retention does it later.
 * @throws OperatorError where they are erased already.
 */
export async function erasePerson(
  dependencies: Dependencies,
  { memberId, selected = [] }: { memberId: string; selected?: readonly string[] },
  onCleanUpFailed: (error: unknown) => void,
): Promise<{ connections: number }> {
  const erasure = await eraseMember(dependencies, { memberId, actor: 'operator', selected });
  if (erasure === null) throw new OperatorError(`${memberId} was erased meanwhile.`);
  await forgetPeople(dependencies.database, erasure).catch(onCleanUpFailed);
  return { connections: erasure.connections };
}

export interface PersonOptions {
  member?: string | undefined;
  email?: string | undefined;
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

import { ProblemError } from '@partner-rating/server';
import {
  findReported,
  includedIds,
  type ReportedPerson,
} from '../../matches/claims/find-offered.ts';
import { findMember } from '../../members/connected-member.ts';
import { foldShort } from '../../members/domain/names.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Database, MemberRow } from '../../platform/database/schema.ts';
import { refuseField } from '../api/caller.ts';
import {
  type FoundMember,
  findMemberByEmail,
  findMembersByName,
  type ShownMember,
  summarizeMember,
} from '../store/members.ts';

/**
 * Members by a part of the name, the whole email address, the number or the id; by name.
 * @throws ProblemError where the text has no letter or digit.
 */
export async function findMembers(
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

async function findPerson(database: Database, reference: string): Promise<MemberRow | undefined> {
  return reference.includes('@')
    ? await findMemberByEmail(database, reference)
    : await findMember(database, reference);
}

/**
 * Who a member number, an id or an email address means.
 * @throws ProblemError where it is nobody.
 */
export async function requireMember(database: Database, reference: string): Promise<MemberRow> {
  const member = await findPerson(database, reference);
  if (member === undefined) throw noMember(reference);
  return member;
}

/** Refuses what concerns somebody who does not exist, or no more. */
export function noMember(reference: string): ProblemError {
  return new ProblemError('not_found', {
    detail: `There is no member ${reference}. Look for their name or email address.`,
  });
}

/** Refuses what concerns an account, of a member who has none. */
export function noAccount(memberId: string): ProblemError {
  return new ProblemError('not_found', {
    detail: `${memberId} has no account, so nobody logs in as them.`,
  });
}

/** A member, with what imports reported under the proven address. */
type ShownPerson = ShownMember & { reported: ReportedPerson[] };

/** @throws ProblemError where the member was erased meanwhile. */
export async function showMember(
  dependencies: Pick<Dependencies, 'database' | 'configuration'>,
  { id }: MemberRow,
): Promise<ShownPerson> {
  const shown = await summarizeMember(dependencies.database, id);
  if (shown === undefined) throw noMember(id);
  return { ...shown, reported: await findReported(dependencies, id) };
}

/**
 * The ids of what was reported under the person's proven address that goes with them.
 * @param selected Those with another name that the operator knows to be theirs.
 * @throws ProblemError where something else was selected.
 */
export async function selectReported(
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

/** What the audit says of each act of an operator about a member. */
export function actOn(memberId: string, now: Date) {
  return { occurredAt: now, actor: 'operator', applicationId: null, memberId } as const;
}

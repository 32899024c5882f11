import type { ProblemError } from '@partner-rating/server';
import { factsOf } from '../../account/domain/new-account.ts';
import { findReported } from '../../matches/claims/find-offered.ts';
import { findMember } from '../../members/connected-member.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Database, MemberRow } from '../../platform/database/schema.ts';
import { notFound, versionOf, viewOf } from '../api/handlers.ts';
import type * as Types from '../api/types.gen.ts';
import { findMemberByEmail, summarizeMember } from '../store/members.ts';

/** Finds a member by number, id, or the email address of the account. */
export async function findPerson(
  database: Database,
  reference: string,
): Promise<MemberRow | undefined> {
  return reference.includes('@')
    ? await findMemberByEmail(database, reference)
    : await findMember(database, reference);
}

/** @throws ProblemError if there is no such member. */
export async function requireMember(database: Database, reference: string): Promise<MemberRow> {
  const member = await findPerson(database, reference);
  if (member === undefined) throw noMember(reference);
  return member;
}

/** Refuses a request about a member who does not exist, or was erased. */
export function noMember(reference: string): ProblemError {
  return notFound(`There is no member ${reference}. Look for their name or email address.`);
}

/** Refuses a request about the account of a member who has none. */
export function noAccount(memberId: string): ProblemError {
  return notFound(`${memberId} has no account, so nobody can log in as them.`);
}

/**
 * Returns the answer that shows a member, with what imports reported under the proven address.
 * @throws ProblemError if there is no such member.
 */
export async function showMember(
  dependencies: Pick<Dependencies, 'database' | 'configuration'>,
  reference: string,
) {
  const row = await requireMember(dependencies.database, reference);
  const shown = await summarizeMember(dependencies.database, row.id);
  if (shown === undefined) throw noMember(reference);
  const reported = await findReported(dependencies, row.id);
  const body: Types.OperatedMember = {
    ...viewOf(shown),
    ratings: shown.ratings as Types.RatingInBracket[],
    reported: reported.map(({ id: memberId, displayName, matches, isOwnName: hasOwnName }) => ({
      ...{ memberId, displayName, matches, hasOwnName },
    })),
  };
  return { status: 200, headers: { etag: versionOf(editableOf(row)) }, body } as const;
}

/** Returns the values of a member that `members.update` changes. */
export function editableOf(member: MemberRow) {
  return { ...factsOf(member), email: member.email };
}

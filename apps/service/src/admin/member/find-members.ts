import type { Database } from '../../platform/database/schema.ts';
import { foldShort } from '../../players/domain/name-columns.ts';
import { findMember } from '../../players/find-member.ts';
import { OperatorError } from '../terminal/operator-error.ts';
import { type FoundMember, findMembersByName, summarizeMember } from './store/member-summaries.ts';
import { findMemberByEmail } from './store/people.ts';

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

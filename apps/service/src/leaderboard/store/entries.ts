import { standingReliability } from '../../members/store/standing-reliability.ts';
import { prepareStatement } from '../../platform/database/prepared-statement.ts';
import type { Database } from '../../platform/database/schema.ts';

/** A rating that puts somebody on a board. */
export interface RatedMember {
  id: string;
  memberNumber: number;
  rating: number;
  reliability: number;
  games: number;
}

export interface RatedMembersQuestion {
  sport: string;
  bracket: string;
  memberNumbers: readonly number[];
  now: Date;
}

/** Those ratings of the members, in no particular order. */
export async function findRatedMembers(
  database: Database,
  { sport, bracket, memberNumbers, now }: RatedMembersQuestion,
): Promise<RatedMember[]> {
  if (memberNumbers.length === 0) return [];
  return await select.run(database, [sport, bracket, memberNumbers, now]);
}

const select = prepareStatement<RatedMember>(
  'rated_members',
  `select member.id, member.member_number as "memberNumber", rating.rating, rating.games,
    ${standingReliability('$4::timestamptz')} as reliability
  from unnest($3::bigint[]) as asked (member_number)
  join member on member.member_number = asked.member_number
  join rating
    on rating.member_id = member.id and rating.sport = $1 and rating.bracket = $2`,
);

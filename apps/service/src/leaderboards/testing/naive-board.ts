import { foldText } from '../../members/domain/names.ts';
import type { Database, MemberRow, RatingRow } from '../../platform/database/schema.ts';
import type { BoardChoice } from '../domain/board.ts';

export interface NaiveEntry {
  rank: number;
  memberNumber: number;
  name: string;
  /** The part that cards show, without case and accents: the initial of the last name and the first name. */
  shown: string;
  rating: number;
}

/** The scopes that a member granted to the application that reads the board. Null if they are not connected. */
export type GrantOf = (memberId: string) => readonly string[] | null;

/** The scopes that members granted to an application. */
export async function readGrants(database: Database, applicationId: string): Promise<GrantOf> {
  const connections = await database
    .selectFrom('connection')
    .select(['member_id', 'scopes'])
    .where('application_id', '=', applicationId)
    .where('revoked_at', 'is', null)
    .execute();
  const granted = new Map(connections.map(({ member_id, scopes }) => [member_id, scopes]));
  return (memberId) => granted.get(memberId) ?? null;
}

/** Computes a board in the plain way, from members, ratings and grants. */
export async function naiveBoard(
  database: Database,
  choice: BoardChoice,
  grantOf: GrantOf,
): Promise<NaiveEntry[]> {
  const members = await database.selectFrom('member').selectAll().execute();
  const ratings = await database.selectFrom('rating').selectAll().execute();
  const byId = new Map(members.map((member) => [member.id, member]));
  const players = ratings
    .map((rating) => ({ rating, member: byId.get(rating.member_id) as MemberRow }))
    .filter(({ rating, member }) => isOnBoard(choice, member, rating))
    .filter(({ member }) => isSeen(member, grantOf(member.id)))
    .toSorted(
      (one, other) =>
        other.rating.rating - one.rating.rating ||
        one.member.member_number - other.member.member_number,
    );
  return players.map(({ member, rating }) => ({
    rank: 1 + players.filter((other) => other.rating.rating > rating.rating).length,
    memberNumber: member.member_number,
    name: foldText(`${member.first_name} ${member.last_name}`),
    shown: foldText(`${member.last_name[0] ?? ''} ${member.first_name}`),
    rating: rating.rating,
  }));
}

/** Whether each word of a text is a word of the name, or begins a word that cards show. */
export function fitsName({ name, shown }: NaiveEntry, text: string): boolean {
  const isBegun = (token: string) => shown.split(' ').some((word) => word.startsWith(token));
  return text
    .split(' ')
    .every((token) => name.split(' ').includes(token) || (token.length >= 2 && isBegun(token)));
}

function isSeen(member: MemberRow, granted: readonly string[] | null): boolean {
  return granted === null ? member.is_discoverable : granted.includes('user:rating:read');
}

function isOnBoard(choice: BoardChoice, member: MemberRow, rating: RatingRow): boolean {
  const { scope, country, state, city, gender } = choice;
  return (
    rating.sport === choice.sport &&
    rating.bracket === `${choice.category}-${choice.ageBracket}` &&
    !member.is_ghost &&
    member.merged_into === null &&
    (scope === 'global' || member.country === country) &&
    (state === undefined || isSameState(member.state, state)) &&
    (city === undefined || isSameCity(member.city, city)) &&
    (gender === undefined || member.gender === gender) &&
    (!choice.verifiedOnly || member.is_vairified) &&
    rating.games >= choice.minGames
  );
}

function isSameState(one: string | null, other: string): boolean {
  const fold = (state: string) => state.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return one !== null && fold(one) === fold(other) && fold(other) !== '';
}

function isSameCity(one: string | null, other: string): boolean {
  return one !== null && foldText(one) === foldText(other) && foldText(other) !== '';
}

import { ageOn, PRIMARY_BRACKET, reliabilityAfterAbsence } from '@partner-rating/ratings';
import type { Schemas } from '@partner-rating/server';
import type { MemberRow, RatingRow } from '../../platform/database/schema.ts';
import { displayName, fullName, toDay } from '../../ratings/domain/player.ts';

export interface Sight {
  member: MemberRow;
  ratings: readonly RatingRow[];
  /** With the application that asks. */
  connection: { scopes: readonly string[]; revoked: boolean } | null;
  /** The scopes of an access token; null for a key. */
  tokenScopes?: readonly string[] | null;
  sports: readonly string[] | null;
  now: Date;
}

/**
 * Returns what the contract shows of a member, field by field: the connected player, the public card, or null for nobody.
 * It is independent of the SQL for the same.
 */
export function naiveMember(sight: Sight): Schemas.Member | null {
  const granted = grantedScopes(sight);
  if (granted !== null) return connectedMember(sight, granted);
  return isFound(sight) ? publicCard(sight) : null;
}

/** Returns what a search shows of a member by the contract. */
export function naiveCard(sight: Sight): Schemas.Member | null {
  return isFound(sight) && sight.member.merged_into === null ? publicCard(sight) : null;
}

/** Returns what a leaderboard shows of a member: hidden players only if they are connected. */
export function naiveCardOnBoard(sight: Sight): Schemas.Member | null {
  const isSeen = isFound(sight) || grantedScopes(sight) !== null;
  const card = isSeen && sight.member.merged_into === null ? publicCard(sight) : null;
  return card?.sport === undefined ? null : card;
}

/** Whether the player chose to be found. Nobody under 16 can: the database decides that by its own clock. */
function isFound({ member }: Sight): boolean {
  return member.wants_discovery;
}

function grantedScopes({ connection, tokenScopes = null }: Sight): readonly string[] | null {
  if (connection === null || connection.revoked) return null;
  return connection.scopes.includes('user:profile:read')
    ? (tokenScopes ?? connection.scopes)
    : null;
}

function connectedMember(sight: Sight, granted: readonly string[]): Schemas.Member {
  const { member, now } = sight;
  const { sport: _, ...card } = publicCard(sight);
  const shown: Schemas.Member = {
    ...card,
    status: { ...card.status, isWheelchair: member.is_wheelchair },
    firstName: member.first_name,
    grantedScopes: granted as Schemas.ScopeName[],
  };
  if (member.zip !== null) shown.zip = member.zip;
  if (granted.includes('user:rating:read')) shown.sport = sportMap(sight);
  const { birth_date: born } = member;
  if (born !== null && ageOn(born, toDay(now)) < 16) return shown;
  shown.lastName = member.last_name;
  shown.fullName = fullName(member);
  if (born !== null) shown.age = ageOn(born, toDay(now));
  if (member.email !== null && granted.includes('user:profile:email')) shown.email = member.email;
  return shown;
}

function publicCard(sight: Sight): Schemas.Member {
  const { member, connection } = sight;
  const { city, state, country } = member;
  const granted = grantedScopes(sight);
  return {
    id: member.id,
    memberId: member.member_number,
    displayName: displayName(member),
    ...(city !== null && { city }),
    ...(state !== null && { state }),
    ...(country !== null && { country }),
    gender: member.gender,
    status: {
      isVairified: member.is_vairified,
      isConnected: connection !== null && !connection.revoked,
      isGhost: member.is_ghost,
    },
    ...((granted?.includes('user:rating:read') ?? true) && { sport: sportMap(sight) }),
  };
}

function sportMap({ ratings: all, sports, now }: Sight): Record<string, Schemas.SportRating> {
  const ratings = all.filter(({ sport }) => sports?.includes(sport) ?? true);
  const map: Record<string, Schemas.SportRating> = {};
  for (const primary of ratings.filter(({ bracket }) => bracket === PRIMARY_BRACKET)) {
    const ofSport = ratings.filter(({ sport }) => sport === primary.sport);
    const splits = ofSport.map((row) => [row.bracket, numbersOf(row, now)]);
    map[primary.sport] = { ...numbersOf(primary, now), splits: Object.fromEntries(splits) };
  }
  return map;
}

function numbersOf(
  { rating, reliability, games, sport, last_played_at }: RatingRow,
  now: Date,
): Schemas.SplitRating {
  const lastPlayed = last_played_at?.getTime() ?? null;
  const absence = { sport, lastPlayed, at: now.getTime() };
  return { R: rating, reliability: reliabilityAfterAbsence(reliability, absence), games };
}

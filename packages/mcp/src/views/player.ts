import type { Member, SplitRating, SportRating } from '@partner-rating/client';
import * as z from 'zod';
import { definedFields, rounded } from './fields.ts';

const rating = {
  sport: z.string(),
  rating: z.number(),
  reliability: z.number(),
  games: z.int(),
};

const card = {
  memberId: z.string(),
  id: z.string(),
  displayName: z.string(),
  age: z.exactOptional(z.int()),
  gender: z.exactOptional(z.string()),
  location: z.exactOptional(z.string()),
  isConnected: z.boolean(),
  isVerified: z.boolean().describe('Has 5 rated games'),
  isGhost: z.boolean().describe('Has no account'),
};

/** A player card with the primary ratings. */
export const playerCardSchema = z.object({ ...card, ratings: z.array(z.object(rating)) });

/** A player with the ratings of every bracket. */
export const playerSchema = z.object({
  ...card,
  ratings: z.array(z.object({ ...rating, bracket: z.string() })),
});

/** Returns a player as a card for an agent, with the primary rating of each sport. */
export function playerCardView(member: Member): z.input<typeof playerCardSchema> {
  return {
    ...cardView(member),
    ratings: ratingsOf(member).map(([sport, ratings]) => ({ sport, ...ratingView(ratings) })),
  };
}

/** Returns a player with the rating of each sport and bracket. */
export function playerView(member: Member): z.input<typeof playerSchema> {
  return {
    ...cardView(member),
    ratings: ratingsOf(member).flatMap(([sport, { splits }]) =>
      known(splits).map(([bracket, split]) => ({ sport, bracket, ...ratingView(split) })),
    ),
  };
}

/** Returns the fields without email address, postal code, and scopes, which an agent does not need. */
function cardView(member: Member) {
  const { id, displayName, age, gender, status } = member;
  return {
    memberId: String(member.memberId),
    id,
    displayName,
    ...definedFields({ age, gender, location: locationView(member) }),
    isConnected: status.isConnected,
    isVerified: status.isVairified,
    isGhost: status.isGhost,
  };
}

function ratingsOf({ sport = {} }: Member): [sport: string, ratings: SportRating][] {
  return known(sport);
}

function known<Value>(values: { [name: string]: Value | undefined }): [string, Value][] {
  return Object.entries(values).filter((entry): entry is [string, Value] => entry[1] !== undefined);
}

function ratingView({ R, reliability, games }: SplitRating) {
  return { rating: R, reliability: rounded(reliability), games };
}

/** Returns city, state, and country as one text, or undefined if none is known. */
export function locationView({
  city,
  state,
  country,
}: Pick<Member, 'city' | 'state' | 'country'>): string | undefined {
  return [city, state, country].filter((part) => part !== undefined).join(', ') || undefined;
}

import { own } from './core/own.ts';
import type { Member, RatingChange, SplitRating, SportCode } from './generated/types.gen.ts';

/** A record with ratings, such as a member. */
export type Rated = Pick<Member, 'sport'>;

/**
 * A player's rating in one bracket, with the parts of the bracket key.
 *
 * @example
 * const split: Split = { bracket: 'singles-35+', category: 'singles', division: '35+', R: 4.1, reliability: 0.8, games: 24 };
 */
export interface Split extends SplitRating {
  /** The bracket key, `<category>-<division>`. */
  bracket: string;
  /** The matches that count, such as `singles`. */
  category: string;
  /** The players who are compared, such as `open`, `35+`, or `12-13`. */
  division: string;
}

/**
 * Returns a player's rating, from 2.000 to 8.000, in one sport and bracket. Default: the primary bracket,
 * `overall-open`. Returns undefined if the player has no such rating, or you may not see it.
 *
 * @example
 * const member = await client.members.get('10482');
 * const rating = ratingFor(member, 'pickleball');
 * const singles = ratingFor(member, 'pickleball', 'singles-open');
 */
export function ratingFor(
  member: Rated,
  sport: SportCode,
  bracket = 'overall-open',
): number | undefined {
  return splitFor(member, sport, bracket)?.R;
}

/**
 * Returns a player's rating in one bracket of one sport, with its reliability and its number of games.
 * Returns undefined if the player has no such rating, or you may not see it.
 *
 * @example
 * const { R, reliability } = splitFor(member, 'padel', 'gender-open') ?? {};
 */
export function splitFor(
  member: Rated,
  sport: SportCode,
  bracket: string,
): SplitRating | undefined {
  return own(own(member.sport, sport)?.splits, bracket);
}

/**
 * Returns all ratings of a player in one sport, by bracket. The list is empty if the player has none, or you
 * may not see them.
 *
 * @example
 * for (const { category, division, R } of splitsFor(member, 'pickleball')) {
 *   report(category, division, R.toFixed(3));
 * }
 */
export function splitsFor(member: Rated, sport: SportCode): Split[] {
  return Object.entries({ ...own(member.sport, sport)?.splits }).flatMap(([bracket, rating]) => {
    // A division may contain a hyphen, such as 12-13.
    const [category = '', ...division] = bracket.split('-');
    return rating ? [{ ...rating, bracket, category, division: division.join('-') }] : [];
  });
}

/**
 * Returns the difference of a rating change, to three decimals. It accepts a rating change, an entry of the rating
 * history, or a rating update. Returns null if the player had no rating before, has none after it, or you may not
 * see it.
 *
 * @example
 * const { ratingChanges } = await client.matches.submit(batch);
 * const gains = ratingChanges.filter((change) => (ratingDifference(change) ?? 0) > 0);
 */
export function ratingDifference(
  change: Partial<Pick<RatingChange, 'previousRating' | 'newRating'>>,
): number | null {
  const { previousRating, newRating } = change;
  return typeof previousRating === 'number' && typeof newRating === 'number'
    ? Math.round((newRating - previousRating) * 1_000) / 1_000
    : null;
}

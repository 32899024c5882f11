import {
  currentModel,
  newRatings,
  PRIMARY_BRACKET,
  raterOver,
  reliabilityAfterAbsence,
  STARTING_SKILL,
  skillOf,
  sportParameters,
} from '@partner-rating/ratings';
import { likelyRange } from '@partner-rating/service/src/account/domain/rating-words.ts';
import { seededRandom } from '@partner-rating/service/src/platform/random.ts';
import { foundClubs, generateLeague } from './generate-league.ts';
import { type Person, trueSkill } from './people.ts';
import { CLUBS } from './settings.ts';
import { expectedLead } from './true-chances.ts';

/** Ratings whose reliability is from `from` up to that of the next band. */
export interface ReliabilityBand {
  from: number;
  ratings: number;
  /** Root mean square distance from the true ratings. */
  error: number;
  /** The share that is more than half a point away from the true rating. */
  farOff: number;
  /** The share whose likely range contains the true rating. */
  likely: number;
  /** The median number of games behind a rating. */
  games: number;
}

const BANDS = [0, 0.5, 0.75, 0.9];
const DAYS_APART = 60;
const FAR_OFF = 0.5;
/**
 * The reliability from which ratings are used to measure how far a whole league is from the true level. In a closed league,
 * matches show only differences between players, not the level.
 */
const SURE = 0.75;
const DAY = 86_400_000;
const PER_MU = sportParameters('pickleball', 2).scaleSpread / STARTING_SKILL.sigma;

interface ShownRating {
  reliability: number;
  games: number;
  rating: number;
  /** The likely range that players see. */
  low: number;
  high: number;
  trueRating: number;
}

/**
 * Plays the clubs with each seed, and compares ratings with the true ones every 60 days, by
 * reliability.
 */
export function measureReliability(seeds: readonly number[]): ReliabilityBand[] {
  const shown = seeds.flatMap(playLeague);
  return BANDS.map((from, band) => {
    const to = BANDS[band + 1] ?? Number.POSITIVE_INFINITY;
    const some = shown.filter(({ reliability }) => reliability >= from && reliability < to);
    const errors = some.map(({ rating, trueRating }) => Math.abs(rating - trueRating));
    return {
      from,
      ratings: some.length,
      error: Math.sqrt(mean(errors.map((error) => error ** 2))),
      likely: mean(
        some.map(({ low, high, trueRating }) => Number(low <= trueRating && trueRating <= high)),
      ),
      farOff: mean(errors.map((error) => Number(error > FAR_OFF))),
      games:
        some.map(({ games }) => games).toSorted((one, other) => one - other)[some.length >> 1] ?? 0,
    };
  });
}

function playLeague(seed: number): ShownRating[] {
  const random = seededRandom(seed);
  const clubs = foundClubs(random, CLUBS);
  const ratings = newRatings();
  const rate = raterOver(ratings, currentModel);
  const all: ShownRating[] = [];
  let firstDay: number | undefined;
  let next = DAYS_APART * DAY;
  for (const { match } of generateLeague(random, CLUBS, clubs)) {
    const { sport, playedAt, teams, games } = match;
    firstDay ??= playedAt;
    if (playedAt - firstDay >= next) {
      next += DAYS_APART * DAY;
      for (const person of clubs) all.push(...shownIn(person, { sport, at: playedAt }));
    }
    rate({
      ...{ id: '', sport, teams, games, matchDate: new Date(playedAt) },
      ...{ brackets: [PRIMARY_BRACKET], unrated: new Set() },
    });
  }
  return all;

  /** The ratings of a club, shifted to the level of the true ones. */
  function shownIn(people: readonly Person[], { sport, at }: { sport: string; at: number }) {
    const rows = people.flatMap((person): ShownRating[] => {
      const state = ratings.get(person.name, sport, PRIMARY_BRACKET);
      if (state === undefined) return [];
      const { rating, games, sigma, lastPlayed } = state;
      const before = currentModel.reliabilityOf(sigma);
      const reliability = reliabilityAfterAbsence(before, { sport, lastPlayed, at });
      const { sigma: today } = skillOf({ rating, reliability });
      const { low, high } = likelyRange({ mu: state.mu, sigma: today });
      return [{ rating, low, high, games, reliability, trueRating: trueRating(person) }];
    });
    const sure = rows.filter(({ reliability }) => reliability >= SURE);
    if (sure.length === 0) return [];
    const ahead = mean(sure.map((row) => row.rating - row.trueRating));
    return rows.map(({ rating, low, high, ...row }) => ({
      ...row,
      ...{ rating: rating - ahead, low: low - ahead, high: high - ahead },
    }));
  }
}

function trueRating(person: Person): number {
  const form = { day: 0, game: CLUBS.gameForm * Math.SQRT2 };
  // The model's logistic curve of the lead gives the expected lead.
  const logits = 2 * Math.atanh(expectedLead(trueSkill(person), form));
  return currentModel.ratingOf(STARTING_SKILL.mu + logits / PER_MU);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

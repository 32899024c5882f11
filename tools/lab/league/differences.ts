import type { NamedMatch } from '@partner-rating/ratings/backtest';
import { pick, seededRandom } from '@partner-rating/service/src/platform/random.ts';
import { foundClubs, generateLeague } from './generate-league.ts';
import { type Person, trueSkill } from './people.ts';
import { SEASON, SEPARATE_CLUBS } from './settings.ts';
import { expectedLead } from './true-chances.ts';

/** How far a player is ahead of another one, in the model's logits. */
export interface Difference {
  lead: number;
  variance: number;
  /** The reliability of a prediction for a match between them, from 0 to 1. */
  reliability: number;
}

/** Ratings that are asked about differences while a league is played. Times are in milliseconds since 1970. */
export interface RatedLeague {
  rate: (match: NamedMatch) => void;
  difference: (one: string, other: string, at: number) => Difference;
  /** Returns a player's `R`, and the `R` of a strength in the model's logits above the start. */
  rating: (player: string) => number;
  ratingAt: (strength: number) => number;
}

/** What ratings know about differences in leagues of separate clubs. */
export interface KnownDifferences {
  /** The mean reliability of a prediction between the two players of a fixed pair, when the pair parts. */
  pairReliability: number;
  /** The share of fixed pairs whose stronger player has the higher rating after ten games of each with others. */
  pairsInOrder: number;
  /** The shares of true differences that are in the 90% interval: within a club, and of clubs that never met. */
  coveredWithin: number;
  coveredApart: number;
  /** How far a closed club is ahead in `R`, truly and as twelve weeks show after it opened. */
  trueGap: number;
  shownGap: number;
  /** The correlation of ratings with true skills within a club, and in all clubs that meet. */
  correlationWithin: number;
  correlation: number;
}

const DAY = 86_400_000;
const FIRST_DAY = Date.UTC(2024, 0, 1);
const TWELVE_WEEKS = 84;
const GAMES_WITH_OTHERS = 10;
const KNOWN_AFTER_GAMES = 20;
const ASKED_DIFFERENCES = 60;
const DEVIATIONS_OF_90_PERCENT = 1.645;

/** Plays `SEPARATE_CLUBS` with each seed, and measures what the ratings know. The ratings start again in each league. */
export function measureDifferences(
  seeds: readonly number[],
  newRatings: () => RatedLeague,
): KnownDifferences {
  const leagues = seeds.map((seed) => playLeague(seed, newRatings()));
  const meanOf = (figure: (league: LeagueFigures) => readonly number[]) =>
    mean(leagues.flatMap(figure));
  return {
    pairReliability: meanOf(({ pairReliabilities }) => pairReliabilities),
    pairsInOrder: meanOf(({ pairsInOrder }) => pairsInOrder),
    coveredWithin: meanOf(({ coveredWithin }) => coveredWithin),
    coveredApart: meanOf(({ coveredApart }) => coveredApart),
    trueGap: meanOf(({ trueGap }) => [trueGap]),
    shownGap: meanOf(({ shownGap }) => [shownGap]),
    correlationWithin: meanOf(({ correlationsWithin }) => correlationsWithin),
    correlation: meanOf(({ correlation }) => [correlation]),
  };
}

interface LeagueFigures {
  pairReliabilities: number[];
  pairsInOrder: number[];
  coveredWithin: number[];
  coveredApart: number[];
  trueGap: number;
  shownGap: number;
  correlationsWithin: number[];
  correlation: number;
}

function playLeague(seed: number, ratings: RatedLeague): LeagueFigures {
  const random = seededRandom(seed);
  const clubs = foundClubs(random, SEPARATE_CLUBS);
  const pairs = clubs.flatMap(fixedPairs);
  const games = new Map<string, number>();
  const gamesApart = new Map<string, number>();
  const pairsInOrder: number[] = [];
  const waiting = new Set(pairs);
  let pairReliabilities: number[] | null = null;
  let gaps: { trueGap: number; shownGap: number } | null = null;
  let playedAt = FIRST_DAY;

  for (const { match } of generateLeague(random, SEPARATE_CLUBS, clubs)) {
    playedAt = match.playedAt;
    const day = Math.floor((playedAt - FIRST_DAY) / DAY);
    if (day >= SEASON) {
      pairReliabilities ??= pairs.map(
        ([stronger, weaker]) =>
          ratings.difference(stronger.name, weaker.name, playedAt).reliability,
      );
    }
    if (day >= SEASON + TWELVE_WEEKS) {
      gaps ??= gapOfFirst(clubs.slice(0, -1), games, ratings);
    }
    ratings.rate(match);
    for (const player of match.teams.flat()) {
      add(games, player, match.games.length);
      if (day >= SEASON) add(gamesApart, player, match.games.length);
    }
    for (const pair of waiting) {
      if (pair.some(({ name }) => (gamesApart.get(name) ?? 0) < GAMES_WITH_OTHERS)) continue;
      waiting.delete(pair);
      const [stronger, weaker] = pair;
      pairsInOrder.push(Number(ratings.rating(stronger.name) > ratings.rating(weaker.name)));
    }
  }

  return {
    pairReliabilities: pairReliabilities ?? [],
    pairsInOrder,
    ...(gaps ?? { trueGap: Number.NaN, shownGap: Number.NaN }),
    ...askAtEnd(random, clubs, { games, ratings, playedAt }),
  };
}

/** What the ratings know after the last match about the players with enough games. */
function askAtEnd(
  random: () => number,
  clubs: readonly Person[][],
  {
    games,
    ratings,
    playedAt,
  }: { games: Map<string, number>; ratings: RatedLeague; playedAt: number },
): Pick<LeagueFigures, 'coveredWithin' | 'coveredApart' | 'correlationsWithin' | 'correlation'> {
  const known = clubs.map((people) => people.filter(({ name }) => isKnown(games, name)));
  const meeting = known.slice(0, -1);
  const apart = known.at(-1) ?? [];
  const isCovered = (one: Person, other: Person) => {
    const { lead, variance } = ratings.difference(one.name, other.name, playedAt);
    const error = Math.abs(lead - trueLead(one, other));
    return Number(error <= DEVIATIONS_OF_90_PERCENT * Math.sqrt(variance));
  };
  const ask = (ones: readonly Person[], others: readonly Person[]) =>
    Array.from(
      { length: ASKED_DIFFERENCES },
      () => [pick(random, ones), pick(random, others)] as const,
    )
      .filter(([one, other]) => one !== other)
      .map(([one, other]) => isCovered(one, other));
  return {
    coveredWithin: known.flatMap((people) => ask(people, people)),
    coveredApart: ask(meeting.flat(), apart),
    correlationsWithin: known.map((people) => correlationOf(people, ratings)),
    correlation: correlationOf(meeting.flat(), ratings),
  };
}

/** The pairs of a club, the stronger player first. */
function fixedPairs(people: readonly Person[]): (readonly [Person, Person])[] {
  return people.flatMap((person) => {
    const { partner } = person;
    return partner !== undefined && trueSkill(person) > trueSkill(partner)
      ? [[person, partner] as const]
      : [];
  });
}

function gapOfFirst(
  [first = [], ...others]: readonly Person[][],
  games: ReadonlyMap<string, number>,
  ratings: RatedLeague,
): { trueGap: number; shownGap: number } {
  const [ones, rest] = [first, others.flat()].map((people) =>
    people.filter(({ name }) => isKnown(games, name)),
  ) as [Person[], Person[]];
  const gap = (ratingOf: (person: Person) => number) =>
    mean(ones.map(ratingOf)) - mean(rest.map(ratingOf));
  return {
    trueGap: gap((person) => ratings.ratingAt(leadInLogits(trueSkill(person)))),
    shownGap: gap(({ name }) => ratings.rating(name)),
  };
}

function correlationOf(people: readonly Person[], ratings: RatedLeague): number {
  const shown = people.map(({ name }) => ratings.rating(name));
  const skills = people.map(trueSkill);
  const [middle, middleSkill] = [mean(shown), mean(skills)];
  const product = (
    ones: readonly number[],
    one: number,
    others: readonly number[],
    other: number,
  ) => ones.reduce((sum, value, index) => sum + (value - one) * ((others[index] ?? 0) - other), 0);
  const spread =
    product(shown, middle, shown, middle) * product(skills, middleSkill, skills, middleSkill);
  return product(shown, middle, skills, middleSkill) / Math.sqrt(spread);
}

function trueLead(one: Person, other: Person): number {
  return leadInLogits(trueSkill(one) - trueSkill(other));
}

const GAME_FORM = { day: 0, game: SEPARATE_CLUBS.gameForm * Math.SQRT2 };

/** A difference in skill in the model's logits: its logistic curve of the lead gives the lead to expect. */
function leadInLogits(difference: number): number {
  return 2 * Math.atanh(expectedLead(difference, GAME_FORM));
}

function isKnown(games: ReadonlyMap<string, number>, name: string): boolean {
  return (games.get(name) ?? 0) >= KNOWN_AFTER_GAMES;
}

function add(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

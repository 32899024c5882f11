import {
  type ParametersOf,
  PRIMARY_BRACKET,
  sports as ratedSports,
  ratingOf,
  reliabilityAfterAbsence,
  skillOf,
} from '@partner-rating/ratings';
import { type OwnRank, readOwnRanks } from '../../leaderboards/read-rank.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Database, MemberRow } from '../../platform/database/schema.ts';
import { findModel } from '../../ratings/model-in-use.ts';
import { findCareer } from '../../ratings/store/player-states.ts';
import { loadRatings } from '../../ratings/store/ratings.ts';
import {
  type ChartRange,
  momentsIn,
  type Period,
  periodOf,
  type RatedMoment,
} from '../domain/chart-range.ts';
import { peakOf } from '../domain/rating-chart.ts';
import { likelyRange, type OwnBoard, ownBoards } from '../domain/rating-words.ts';
import { type LatestResults, readLatestResults } from './latest-results.ts';

/** What there is of a player in a sport. */
export interface PlayedSport {
  sport: string;
  primary: BracketRating;
  /** Of every bracket, the primary one too. */
  brackets: BracketRating[];
  /** Where they are on leaderboards. */
  ranks: (OwnBoard & { rank: OwnRank })[];
  period: Period;
  /** After each match of the period; the first may be of a match before it, and is then dated at its beginning. */
  history: RatedMoment[];
  /** The highest rating of the career; null where no match is rated yet, or the history is not asked for. */
  peak: RatedMoment | null;
  /** What the latest results say; null where it is not asked for. */
  results: LatestResults | null;
}

export interface BracketRating {
  bracket: string;
  rating: number;
  /** Where the true rating is likely to be. */
  low: number;
  high: number;
  /** As of now. */
  reliability: number;
  games: number;
}

interface SportsWanted {
  range: ChartRange;
  /** Whether to read what the chart and the peak need. */
  withHistory: boolean;
  /** Whether to show ranks on leaderboards. */
  isRanked: boolean;
  /** Whether to read their results. */
  withResults: boolean;
}

/** The sports a player is rated in, what they play most first. */
export async function readSports(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  member: MemberRow,
  { range, withHistory, isRanked, withResults }: SportsWanted,
): Promise<PlayedSport[]> {
  const now = clock();
  const [ratings, { parametersOf }] = await Promise.all([
    loadRatings(database, [member.id], ratedSports),
    findModel(database),
  ]);
  const rated = [...Map.groupBy(ratings, ({ sport }) => sport)].flatMap(([sport, rows]) => {
    const brackets = rows.map((row) => bracketRating(row, now, parametersOf));
    const primary = brackets.find(({ bracket }) => bracket === PRIMARY_BRACKET);
    return primary === undefined ? [] : [{ sport, brackets, primary }];
  });
  const ranking = isRanked ? readRanks(database, member, rated) : Promise.resolve([]);
  const reading = rated.map(async ({ sport, ...numbers }) => {
    const [career, results] = await Promise.all([
      withHistory ? readCareer(database, member.id, sport) : [],
      withResults ? readLatestResults(database, member.id, sport) : null,
    ]);
    const period = periodOf(range, career[0]?.at ?? now, now);
    const history = momentsIn(career, period);
    return { sport, ...numbers, period, history, peak: peakOf(career) ?? null, results };
  });
  const [ranks, played] = await Promise.all([ranking, Promise.all(reading)]);
  return played
    .map((of) => ({ ...of, ranks: ranks.filter(({ board }) => board.sport === of.sport) }))
    .toSorted((one, other) => other.primary.games - one.primary.games);
}

type RatingRow = Awaited<ReturnType<typeof loadRatings>>[number];

function bracketRating(row: RatingRow, now: Date, parametersOf: ParametersOf): BracketRating {
  const { sport, bracket, mu, rating, games, last_played_at } = row;
  const lastPlayed = last_played_at?.getTime() ?? null;
  const absence = { sport, lastPlayed, at: now.getTime() };
  const reliability = reliabilityAfterAbsence(row.reliability, absence, parametersOf);
  const { sigma } = skillOf({ rating, reliability });
  return { bracket, rating, ...likelyRange({ mu, sigma }), reliability, games };
}

/** The ranks of every sport at once, so that they take no more statements than those of one. */
async function readRanks(
  database: Dependencies['database'],
  member: MemberRow,
  rated: readonly Pick<PlayedSport, 'sport' | 'brackets'>[],
): Promise<PlayedSport['ranks']> {
  const boards = rated.flatMap(({ sport, brackets }) =>
    ownBoards(
      member,
      sport,
      brackets.map(({ bracket }) => bracket),
    ),
  );
  const ranks = await readOwnRanks(
    database,
    member.member_number,
    boards.map(({ board }) => board),
  );
  return boards.flatMap((own, index) => {
    const rank = ranks[index] ?? null;
    return rank === null ? [] : [{ ...own, rank }];
  });
}

/** A member's primary rating after each match of their career, in the order of play. */
async function readCareer(
  database: Database,
  memberId: string,
  sport: string,
): Promise<RatedMoment[]> {
  const which = { sport, version: 'published' } as const;
  const career = await findCareer(database, which, { memberId, bracket: PRIMARY_BRACKET });
  return career.map(({ matchDate, ...skill }) => ({
    ...{ at: matchDate, rating: ratingOf(skill.mu) },
    ...likelyRange(skill),
  }));
}

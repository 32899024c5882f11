// Reads what the account pages show of a player in each sport: ratings, ranks, and record.

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

/** A player's data in a sport. */
export interface PlayedSport {
  sport: string;
  primary: BracketRating;
  /** Includes the primary bracket. */
  brackets: BracketRating[];
  ranks: (OwnBoard & { rank: OwnRank })[];
  period: Period;
  /** After each match of the period. The first may be of an earlier match, dated at the beginning. */
  history: RatedMoment[];
  /** The highest rating of the career. Null if no match is rated yet, or the history is not requested. */
  peak: RatedMoment | null;
  /** The record in the latest results. Null if it is not requested. */
  results: LatestResults | null;
}

export interface BracketRating {
  bracket: string;
  rating: number;
  /** The lower end of the likely range. */
  low: number;
  high: number;
  /** The current value. */
  reliability: number;
  games: number;
}

interface SportsWanted {
  range: ChartRange;
  /** Whether to read the data of the chart and the peak. */
  withHistory: boolean;
  /** Whether to read ranks on leaderboards. */
  isRanked: boolean;
  withResults: boolean;
}

/** Returns the sports in which a player is rated, the most played first. */
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

/** Returns the ranks of all sports, with as many statements as for one. */
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

/** Returns a member's primary rating after each match of their career, in the order of play. */
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

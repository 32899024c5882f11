import {
  type ParametersOf,
  PRIMARY_BRACKET,
  sports as ratedSports,
  ratingOf,
  reliabilityAfterAbsence,
  type Skill,
  skillOf,
} from '@partner-rating/ratings';
import { type OwnRank, readOwnRanks } from '../../leaderboards/read-rank.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Database, MemberRow } from '../../platform/database/schema.ts';
import { ratingIn } from '../../ratings/domain/state-columns.ts';
import { findModel } from '../../ratings/model-in-use.ts';
import {
  findLastStates,
  findStatesBefore,
  type StoredState,
} from '../../ratings/store/player-states.ts';
import { loadRatings } from '../../ratings/store/ratings.ts';
import {
  type ChartRange,
  type Period,
  periodOf,
  type RatedMoment,
} from '../domain/rating-chart.ts';
import { type OwnBoard, ownBoards } from '../domain/rating-words.ts';
import { findFirstPlayed } from '../store/account-page.ts';
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
  history: RatedMoment[];
  /** What the latest results say; null where it is not asked for. */
  results: LatestResults | null;
}

export interface BracketRating {
  bracket: string;
  rating: number;
  /** Where the true rating is likely to be: one standard deviation to either side. */
  low: number;
  high: number;
  /** As of now. */
  reliability: number;
  games: number;
}

interface SportsWanted {
  range: ChartRange;
  /** Whether to show ranks on leaderboards. */
  isRanked: boolean;
  /** Whether to read their results. */
  withResults: boolean;
}

/** The sports a player is rated in, what they play most first. */
export async function readSports(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  member: MemberRow,
  { range, isRanked, withResults }: SportsWanted,
): Promise<PlayedSport[]> {
  const now = clock();
  const ratings = await loadRatings(database, [member.id], ratedSports);
  const { parametersOf } = await findModel(database);
  const bySport = Map.groupBy(ratings, ({ sport }) => sport);
  const firstPlayed = await findFirstPlayed(database, member.id, [...bySport.keys()]);
  const played: PlayedSport[] = [];
  for (const [sport, rows] of bySport) {
    const brackets = rows.map((row) => bracketRating(row, now, parametersOf));
    const primary = brackets.find(({ bracket }) => bracket === PRIMARY_BRACKET);
    if (primary === undefined) continue;
    const period = periodOf(range, firstPlayed.get(sport) ?? now, now);
    const history = await readHistory(database, member.id, { sport, period });
    const results = withResults ? await readLatestResults(database, member.id, sport) : null;
    played.push({ sport, primary, brackets, ranks: [], period, history, results });
  }
  if (isRanked) await addRanks(database, member, played);
  return played.toSorted((one, other) => other.primary.games - one.primary.games);
}

type RatingRow = Awaited<ReturnType<typeof loadRatings>>[number];

function bracketRating(row: RatingRow, now: Date, parametersOf: ParametersOf): BracketRating {
  const { sport, bracket, mu, rating, games, last_played_at } = row;
  const lastPlayed = last_played_at?.getTime() ?? null;
  const absence = { sport, lastPlayed, at: now.getTime() };
  const reliability = reliabilityAfterAbsence(row.reliability, absence, parametersOf);
  const { sigma } = skillOf({ rating, reliability });
  return { bracket, rating, ...bandOf({ mu, sigma }), reliability, games };
}

/** Adds the ranks of every sport at once, so that they take no more statements than those of one. */
async function addRanks(
  database: Dependencies['database'],
  member: MemberRow,
  played: readonly PlayedSport[],
): Promise<void> {
  const boards = played.flatMap((of) =>
    ownBoards(
      member,
      of.sport,
      of.brackets.map(({ bracket }) => bracket),
    ).map((own) => ({ own, of })),
  );
  const ranks = await readOwnRanks(
    database,
    member.member_number,
    boards.map(({ own }) => own.board),
  );
  for (const [index, { own, of }] of boards.entries()) {
    const rank = ranks[index] ?? null;
    if (rank !== null) of.ranks.push({ ...own, rank });
  }
}

// What a page can read however many matches there are.
const MAX_STATES = 1_000;

/**
 * A member's primary rating after each match of a time, in the order of play; of more than `limit` matches, after the
 * last of them. The first entry may be of a match before that time, and is then dated at its beginning.
 */
export async function readHistory(
  database: Database,
  memberId: string,
  { sport, period, limit = MAX_STATES }: { sport: string; period: Period; limit?: number },
): Promise<RatedMoment[]> {
  const which = { sport, version: 'published' } as const;
  const last = { memberId, from: period.from, limit };
  const states = await findLastStates(database, which, last);
  const before =
    states.length === limit
      ? []
      : await findStatesBefore(database, which, [{ memberId, matchDate: period.from, arrival: 0 }]);
  return [...before, ...states].flatMap((state) => momentOf(state, period) ?? []);
}

function momentOf(state: StoredState | null, { from }: Period): RatedMoment | null {
  const primary = state === null ? undefined : ratingIn(state, PRIMARY_BRACKET);
  if (state === null || primary === undefined) return null;
  const at = new Date(Math.max(state.matchDate.getTime(), from.getTime()));
  return { at, rating: primary.rating, ...bandOf(primary) };
}

function bandOf({ mu, sigma }: Pick<Skill, 'mu' | 'sigma'>): { low: number; high: number } {
  return { low: ratingOf(mu - sigma), high: ratingOf(mu + sigma) };
}

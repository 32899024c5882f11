import { type OwnRank, readOwnRanks } from '../leaderboard/read-own-ranks.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { MemberRow } from '../platform/database/schema.ts';
import { reliabilityAfterAbsence } from '../ratings/domain/absence.ts';
import { PRIMARY_BRACKET } from '../ratings/domain/brackets.ts';
import { sports as ratedSports } from '../ratings/domain/sports.ts';
import { loadRatings } from '../ratings/store/ratings.ts';
import { type ChartRange, type Period, periodOf } from './domain/chart-ranges.ts';
import { type OwnBoard, ownBoards } from './domain/own-boards.ts';
import type { RatedMoment } from './domain/rating-chart.ts';
import { readHistory } from './read-history.ts';
import { findFirstPlayed } from './store/first-played.ts';

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
}

export interface BracketRating {
  bracket: string;
  rating: number;
  /** As of now. */
  reliability: number;
  games: number;
}

export interface SportsWanted {
  range: ChartRange;
  /** Whether to say where they stand on leaderboards. */
  isRanked: boolean;
}

/** The sports a player is rated in, what they play most first. */
export async function readSports(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  member: MemberRow,
  { range, isRanked }: SportsWanted,
): Promise<PlayedSport[]> {
  const now = clock();
  const ratings = await loadRatings(database, [member.id], ratedSports);
  const bySport = Map.groupBy(ratings, ({ sport }) => sport);
  const firstPlayed = await findFirstPlayed(database, member.id, [...bySport.keys()]);
  const played: PlayedSport[] = [];
  for (const [sport, rows] of bySport) {
    const brackets = rows.map((row) => bracketRating(row, now));
    const primary = brackets.find(({ bracket }) => bracket === PRIMARY_BRACKET);
    if (primary === undefined) continue;
    const period = periodOf(range, firstPlayed.get(sport) ?? now, now);
    const history = await readHistory(database, member.id, { sport, period });
    played.push({ sport, primary, brackets, ranks: [], period, history });
  }
  if (isRanked) await addRanks(database, member, played);
  return played.toSorted((one, other) => other.primary.games - one.primary.games);
}

type RatingRow = Awaited<ReturnType<typeof loadRatings>>[number];

function bracketRating(row: RatingRow, now: Date): BracketRating {
  const { sport, bracket, rating, reliability, games, last_played_at } = row;
  const lastPlayed = last_played_at?.getTime() ?? null;
  const absence = { sport, lastPlayed, at: now.getTime() };
  return { bracket, rating, reliability: reliabilityAfterAbsence(reliability, absence), games };
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

import {
  PRIMARY_BRACKET,
  sports as ratedSports,
  reliabilityAfterAbsence,
} from '@partner-rating/ratings';
import { type OwnRank, readOwnRanks } from '../../leaderboards/read-rank.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Database, MemberRow } from '../../platform/database/schema.ts';
import { sportName } from '../../ratings/domain/sports.ts';
import { ratingIn } from '../../ratings/domain/state-columns.ts';
import {
  findStatesBefore,
  findStatesSince,
  type StoredState,
} from '../../ratings/store/player-states.ts';
import { loadRatings } from '../../ratings/store/ratings.ts';
import { dateWords } from '../domain/page-words.ts';
import {
  type ChartRange,
  drawChart,
  MAX_POINTS,
  type Period,
  periodOf,
  type RatedMoment,
  samplePositions,
} from '../domain/rating-chart.ts';
import {
  bracketWords,
  changeText,
  countWords,
  inBracketOrder,
  type OwnBoard,
  ownBoards,
  percentText,
  rankWords,
  ratingText,
  reliabilityWords,
} from '../domain/rating-words.ts';
import { findFirstPlayed } from '../store/account-page.ts';
import type { ShownSport } from './render-game.ts';

/** A sport of a player in the words of the page. */
export function shownSport({
  sport,
  primary,
  brackets,
  ranks,
  period,
  history,
}: PlayedSport): ShownSport {
  const everywhere = new Map(
    ranks
      .filter(({ board }) => board.scope === 'global')
      .map(({ board, rank }) => [board.bracket, rank]),
  );
  return {
    code: sport,
    name: sportName(sport),
    ...numbersOf(primary),
    ranks: ranks
      .filter(({ board }) => board.bracket === PRIMARY_BRACKET)
      .map(({ rank, where }) => ({ rank: rankWords(rank), where })),
    brackets: inBracketOrder(brackets).map((bracket) => {
      const rank = everywhere.get(bracket.bracket);
      return {
        name: bracketWords(bracket.bracket),
        ...numbersOf(bracket),
        games: bracket.games.toLocaleString('en-GB'),
        rank: rank === undefined ? null : rankWords(rank),
      };
    }),
    history: history.length === 0 ? null : shownHistory(sportName(sport), history, period),
  };
}

function numbersOf({ rating, reliability, games }: BracketRating) {
  return {
    rating: ratingText(rating),
    reliability: percentText(reliability),
    reliabilityWords: reliabilityWords(reliability),
    games: countWords(games, 'game'),
  };
}

function shownHistory(
  name: string,
  history: readonly RatedMoment[],
  period: PlayedSport['period'],
): NonNullable<ShownSport['history']> {
  const ratings = history.map(({ rating }) => rating);
  const [first = 0, last = 0] = [ratings[0], ratings.at(-1)];
  const rows = history.map(({ at, rating }, index) => {
    const before = ratings[index - 1];
    return {
      date: dateWords(at),
      rating: ratingText(rating),
      change: before === undefined ? null : changeText(rating - before),
    };
  });
  const since = rows[0]?.date ?? dateWords(period.from);
  return {
    chart: drawChart(history, period),
    since,
    change: changeText(last - first),
    title: `${name} rating since ${since.text}`,
    description:
      `It was ${ratingText(first)} then and is ${ratingText(last)} now, ` +
      `between ${ratingText(Math.min(...ratings))} and ${ratingText(Math.max(...ratings))}.`,
    rows: rows.toReversed(),
  };
}

/** What there is of a player in a sport. */
interface PlayedSport {
  sport: string;
  primary: BracketRating;
  /** Of every bracket, the primary one too. */
  brackets: BracketRating[];
  /** Where they are on leaderboards. */
  ranks: (OwnBoard & { rank: OwnRank })[];
  period: Period;
  history: RatedMoment[];
}

interface BracketRating {
  bracket: string;
  rating: number;
  /** As of now. */
  reliability: number;
  games: number;
}

interface SportsWanted {
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

/**
 * A member's primary rating in a sport over a time, as their matches have it in the order of play: after each match
 * where a chart has room for all, else looked up at positions evenly apart, so that it costs as much for ten thousand
 * matches as for a hundred.
 */
export async function readHistory(
  database: Database,
  memberId: string,
  { sport, period }: { sport: string; period: Period },
): Promise<RatedMoment[]> {
  const which = { sport, version: 'published' } as const;
  const first = { memberId, from: period.from, limit: MAX_POINTS + 1 };
  const all = await findStatesSince(database, which, first);
  const isWhole = all.length <= MAX_POINTS;
  const positions = isWhole
    ? [{ memberId, matchDate: period.from, arrival: 0 }]
    : samplePositions(period).map((position) => ({ memberId, ...position }));
  const states = await findStatesBefore(database, which, positions);
  if (isWhole) states.push(...all);
  const byMatch = new Map<string, RatedMoment>();
  for (const state of states) {
    const rating = state === null ? null : primaryRating(state);
    if (state === null || rating === null) continue;
    // The one that the time begins with may be of a match before it.
    const at = new Date(Math.max(state.matchDate.getTime(), period.from.getTime()));
    byMatch.set(state.matchId, { at, rating });
  }
  return [...byMatch.values()];
}

/** The primary rating of a state. */
function primaryRating(state: StoredState): number | null {
  return ratingIn(state, PRIMARY_BRACKET)?.rating ?? null;
}

// A fold rates the matches of the ledger again in the order of play. It reaches each player whose ratings may change.

import {
  type MatchRater,
  type MatchToRate,
  matchRater,
  type RatingModel,
  type RatingStep,
} from '@partner-rating/ratings';
import { runYielding } from '../platform/concurrency/batch-loader.ts';
import type { Database, RatingRow } from '../platform/database/schema.ts';
import { StepColumns } from './domain/columns.ts';
import {
  folderOver,
  type MatchFolder,
  type MatchToFold,
  withBystanders,
} from './domain/fold-matches.ts';
import { type StateDifference, stateDifferences } from './domain/rating-differences.ts';
import { NONE, RatingStates } from './domain/rating-states.ts';
import { ratingsIn, StateColumns, toKeyedState } from './domain/state-columns.ts';
import {
  comparePositions,
  positionBefore,
  type Reach,
  reachDue,
  touchedMatches,
} from './domain/touched-matches.ts';
import type { DuePosition } from './settlement/store/due-positions.ts';
import {
  findNextPosition,
  type LedgerMatch,
  type LedgerPosition,
  memberNumbersIn,
  readLedger,
} from './store/ledger.ts';
import {
  findStates,
  findStatesBefore,
  type MemberPosition,
  type PlayerState,
  type StateVersion,
} from './store/player-states.ts';
import { findMemberNumbers } from './store/players.ts';

// Some tens of milliseconds of rating. A batch of many players, games, and brackets takes seconds, and other requests must
// not wait that long.
export const MAX_COST = 4_000;

/** Rates matches in order, and yields to the event loop from time to time. */
export async function rateYielding(
  current: readonly RatingRow[],
  matches: readonly MatchToRate[],
  model: RatingModel,
): Promise<RatingStep[]> {
  const rate = matchRater(current.map(toKeyedState), model);
  return await runYielding(rateAll(rate, matches), MAX_COST);
}

/** Folds matches in order, and yields to the event loop from time to time. The steps name a match by its index. */
async function foldYielding(fold: MatchFolder, matches: readonly MatchToFold[]): Promise<void> {
  await runYielding(foldAll(fold, matches), MAX_COST);
}

function* rateAll(
  rate: MatchRater,
  matches: readonly MatchToRate[],
): Generator<number, RatingStep[]> {
  const steps: RatingStep[] = [];
  for (const match of matches) {
    for (const step of rate(match)) steps.push(step);
    yield costOf(match);
  }
  return steps;
}

function* foldAll(fold: MatchFolder, matches: readonly MatchToFold[]): Generator<number, void> {
  for (const [index, match] of matches.entries()) {
    fold(match, index);
    yield costOf(match);
  }
}

// The time grows with this number, because each game of each bracket compares every team with every other.
export function costOf({
  teams,
  games,
  brackets,
}: Pick<MatchToRate, 'teams' | 'games' | 'brackets'>): number {
  const players = teams.reduce((sum, team) => sum + team.length, 0);
  return players * teams.length * games.length * brackets.length;
}

interface FoldOptions {
  sport: string;
  /** Only the matches after this position are folded. */
  after: LedgerPosition;
  /** Only matches that arrived up to here; null for all. */
  lastArrival: number | null;
  /** The players whose matches are rated. The fold adds the players that they reach. */
  reach: Reach;
  /** The positions from which ratings are out of date. At each, the fold reaches more players. */
  due: readonly DuePosition[];
  model: RatingModel;
  /** Which states the fold starts from, and is compared with. */
  version: StateVersion;
  /**
   * After a page whose stored states all differ, some more pages are not compared but taken as different. A caller who stores
   * the differences loses nothing by this.
   */
  mayAssumeDifferences?: boolean;
}

/** Consecutive matches of the ledger, at least one. */
export interface LedgerPage {
  matches: readonly LedgerMatch[];
  /** The position of the last one. */
  after: LedgerPosition;
}

/** The result of a page of the ledger. */
export interface FoldedPage extends LedgerPage {
  rated: number;
  /** How many states follow from them. */
  states: number;
  /** The states that differ from the stored ones. */
  differences: StateDifference[];
}

// A larger number saves comparisons that find only differences. A smaller one compares sooner again.
const PAGES_ASSUMED = 24;

const MIN_PAGE = 32;

const DEFAULT_MAX_PAGE = 1_000;

// An index finds the next match of a few players, at any distance. With many players, the next match of one of them is near,
// and one look-up for each player would cost more than reading on.
const FEW_PLAYERS = 1_000;

/**
 * The fold of a sport's ledger in the order of play. Each page is rated and compared with the stored states. The caller may
 * store the result before it asks for the next page.
 */
export class LedgerFold {
  readonly #options: FoldOptions;
  readonly #due: DuePosition[];
  readonly #memberNumbers = new Map<string, number>();
  readonly #states = new RatingStates();
  readonly #columns = new StateColumns(this.#states);
  readonly #fold: MatchFolder;
  #pagesAssumed = 0;
  #position: LedgerPosition;
  #limit: number;

  constructor(options: FoldOptions) {
    this.#options = options;
    this.#due = options.due.toSorted(comparePositions);
    this.#fold = recording(this.#states, options.model, this.#columns);
    this.#position = options.after;
    this.#limit = options.reach === 'everyone' ? Number.POSITIVE_INFINITY : MIN_PAGE;
  }

  get reach(): Reach {
    return this.#options.reach;
  }

  get states(): RatingStates {
    return this.#states;
  }

  /** The numbers of the members by id, of all whose states it has loaded or computed. */
  get memberNumbers(): ReadonlyMap<string, number> {
    return this.#memberNumbers;
  }

  /** Loads the ratings of these players from their states before these positions. */
  async load(database: Database, positions: readonly MemberPosition[]): Promise<void> {
    await this.#findMemberNumbers(database, positions);
    for (const state of await findStatesBefore(database, this.#which, positions)) {
      if (state !== null) for (const rating of ratingsIn(state)) this.#states.set(rating);
    }
  }

  /** Folds the next page of at most `maxPage` matches; null after the last. */
  async next(database: Database, maxPage = DEFAULT_MAX_PAGE): Promise<FoldedPage | null> {
    const page = await this.read(database, maxPage);
    return page === null ? null : await this.fold(database, page);
  }

  /**
   * Reads the next page; null after the last. In a fold of everyone, it may be read while the previous page is folded.
   * Otherwise, the previous page decides who is reached.
   */
  async read(database: Database, maxPage: number): Promise<LedgerPage | null> {
    const { sport, lastArrival, reach } = this.#options;
    if (!(await this.#skip(database))) return null;
    const range = {
      sport,
      after: this.#position,
      lastArrival,
      limit: Math.min(this.#limit, maxPage),
    };
    const matches = await readLedger(database, range);
    const last = matches.at(-1);
    if (last === undefined) {
      // If the last match was voided, no match follows, but its players are reached.
      if (reach !== 'everyone') await this.load(database, reachDue(reach, this.#due, null));
      return null;
    }
    for (const [id, number] of memberNumbersIn(matches)) this.#memberNumbers.set(id, number);
    const { matchDate, arrival } = last;
    this.#position = { matchDate, arrival };
    return { matches, after: this.#position };
  }

  /** Folds a page. Pages must be given in the order in which they were read. */
  async fold(database: Database, page: LedgerPage): Promise<FoldedPage> {
    const touched = touchedMatches(page.matches, this.#options.reach, this.#due);
    await this.load(database, touched.joined);
    const { bystanders } = touched;
    const statesOfBystanders = await findStatesBefore(database, this.#which, bystanders);
    const matches = withBystanders(touched.matches, bystanders, statesOfBystanders);
    this.#columns.clear();
    await foldYielding(this.#fold, matches);
    const expected = this.#columns.read(matches);
    const differences = await this.#compare(database, expected);

    // Pages may be large if most of their matches are rated.
    const isDense = 2 * matches.length >= page.matches.length;
    this.#limit = isDense ? 2 * this.#limit : MIN_PAGE;
    return { ...page, rated: matches.length, states: expected.length, differences };
  }

  get #which() {
    const { sport, version } = this.#options;
    return { sport, version, memberNumbers: this.#memberNumbers };
  }

  async #findMemberNumbers(
    database: Database,
    members: readonly { memberId: string }[],
  ): Promise<void> {
    const missing = members.filter(({ memberId }) => !this.#memberNumbers.has(memberId));
    if (missing.length === 0) return;
    const ids = missing.map(({ memberId }) => memberId);
    for (const [id, number] of await findMemberNumbers(database, ids))
      this.#memberNumbers.set(id, number);
  }

  async #compare(database: Database, expected: readonly PlayerState[]): Promise<StateDifference[]> {
    if (this.#pagesAssumed > 0) {
      this.#pagesAssumed -= 1;
      return expected.map((state) => ({ expected: state, stored: null }));
    }
    const stored = await findStates(database, this.#which, expected);
    const differences = stateDifferences(expected, stored);
    const mayAssume = this.#options.mayAssumeDifferences === true && expected.length > 0;
    if (mayAssume && differences.length === expected.length) this.#pagesAssumed = PAGES_ASSUMED;
    return differences;
  }

  /** Skips matches without a player of a small reach; false if nothing is left. */
  async #skip(database: Database): Promise<boolean> {
    const { sport, reach } = this.#options;
    if (reach === 'everyone' || reach.size > FEW_PLAYERS) return true;
    const position = { sport, after: this.#position };
    const played = await findNextPosition(database, position, [...reach.keys()]);
    const [due] = this.#due;
    const positions = [played, due]
      .filter((position) => position != null)
      .toSorted(comparePositions);
    const [next] = positions;
    if (next === undefined) return false;
    const before = positionBefore(next);
    if (comparePositions(before, this.#position) > 0) this.#position = before;
    return true;
  }
}

/** Creates a folder that records, after each match, the ratings of the players whose ratings it moved. */
function recording(states: RatingStates, model: RatingModel, columns: StateColumns): MatchFolder {
  const steps = new StepColumns();
  const fold = folderOver(states, model, steps);
  return (match, number) => {
    steps.clear();
    fold(match, number);
    // The steps of the first bracket name all players that the match moved.
    for (let step = 0; step < steps.length && steps.board[step] === steps.board[0]; step += 1) {
      columns.add(number, steps.player[step] ?? NONE);
    }
  };
}

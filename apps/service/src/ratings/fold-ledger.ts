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
  readLedger,
} from './store/ledger.ts';
import {
  findStates,
  findStatesBefore,
  type MemberPosition,
  type PlayerState,
  type StateVersion,
} from './store/player-states.ts';

// Some tens of milliseconds of rating. A batch of many players, games and brackets takes seconds
// in all, during which other requests must be answered too.
export const MAX_COST = 4_000;

/** Rates matches in order, and yields to the event loop in between. */
export async function rateYielding(
  current: readonly RatingRow[],
  matches: readonly MatchToRate[],
  model: RatingModel,
): Promise<RatingStep[]> {
  const rate = matchRater(current.map(toKeyedState), model);
  return await runYielding(rateAll(rate, matches), MAX_COST);
}

/** Folds matches in order, which their steps name by their index, and yields in between. */
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

// What the time grows with: each game of each bracket compares every team with every other.
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
  /** The matches after this position are folded. */
  after: LedgerPosition;
  /** Only matches that arrived up to here; all where it is null. */
  lastArrival: number | null;
  /** The players whose matches are rated; it grows by everybody they reach. */
  reach: Reach;
  /** The positions at which players join the reach. */
  due: readonly DuePosition[];
  model: RatingModel;
  /** Which states the fold starts from, and is compared with. */
  version: StateVersion;
  /**
   * After a page of which everything stored differs from what follows from the ledger, some pages more are taken
   * to be like it, without being compared: for anyone who stores what differs, and loses nothing by storing more.
   */
  mayAssumeDifferences?: boolean;
}

/** Some matches of the ledger, one at least, that follow each other. */
export interface LedgerPage {
  matches: readonly LedgerMatch[];
  /** The position of the last one. */
  after: LedgerPosition;
}

/** What a page of the ledger came to. */
export interface FoldedPage extends LedgerPage {
  rated: number;
  /** How many states follow from them. */
  states: number;
  /** What is stored and differs from what follows from the ledger. */
  differences: StateDifference[];
}

// So that comparing costs little where it is of no use, and is soon taken up again where it is.
const PAGES_ASSUMED = 24;

const MIN_PAGE = 32;

const DEFAULT_MAX_PAGE = 1_000;

// A few players' next match is found on an index, however far off it is. With many, one is never far,
// and asking for each would cost more than reading on.
const FEW_PLAYERS = 1_000;

/**
 * The fold of a sport's ledger in the order its matches were played. Each page is rated and compared with the
 * states that are stored; what it gives may be stored before the next one is asked for.
 */
export class LedgerFold {
  readonly #options: FoldOptions;
  readonly #due: DuePosition[];
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

  /** Takes up the ratings of these players from their states before these positions. */
  async load(database: Database, positions: readonly MemberPosition[]): Promise<void> {
    for (const state of await findStatesBefore(database, this.#options, positions)) {
      if (state !== null) for (const rating of ratingsIn(state)) this.#states.set(rating);
    }
  }

  /** Folds the next page, of so many matches at most; null after the last. */
  async next(database: Database, maxPage = DEFAULT_MAX_PAGE): Promise<FoldedPage | null> {
    const page = await this.read(database, maxPage);
    return page === null ? null : await this.fold(database, page);
  }

  /**
   * Reads the next page; null after the last. Where everybody is rated it may be read while the page before it is
   * being folded, else that one decides who is reached.
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
      // Where the last match was voided nothing follows, and its players are reached nevertheless.
      if (reach !== 'everyone') await this.load(database, reachDue(reach, this.#due, null));
      return null;
    }
    const { matchDate, arrival } = last;
    this.#position = { matchDate, arrival };
    return { matches, after: this.#position };
  }

  /** Folds a page; they must be given in the order they were read in. */
  async fold(database: Database, page: LedgerPage): Promise<FoldedPage> {
    const touched = touchedMatches(page.matches, this.#options.reach, this.#due);
    await this.load(database, touched.joined);
    const { bystanders } = touched;
    const statesOfBystanders = await findStatesBefore(database, this.#options, bystanders);
    const matches = withBystanders(touched.matches, bystanders, statesOfBystanders);
    this.#columns.clear();
    await foldYielding(this.#fold, matches);
    const expected = this.#columns.read(matches);
    const differences = await this.#compare(database, expected);

    // Where most of what is read is rated too, pages may be large.
    const isDense = 2 * matches.length >= page.matches.length;
    this.#limit = isDense ? 2 * this.#limit : MIN_PAGE;
    return { ...page, rated: matches.length, states: expected.length, differences };
  }

  async #compare(database: Database, expected: readonly PlayerState[]): Promise<StateDifference[]> {
    if (this.#pagesAssumed > 0) {
      this.#pagesAssumed -= 1;
      return expected.map((state) => ({ expected: state, stored: null }));
    }
    const stored = await findStates(database, this.#options, expected);
    const differences = stateDifferences(expected, stored);
    const mayAssume = this.#options.mayAssumeDifferences === true && expected.length > 0;
    if (mayAssume && differences.length === expected.length) this.#pagesAssumed = PAGES_ASSUMED;
    return differences;
  }

  /** Passes over what no player of a small reach plays in; false where nothing is left. */
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

/** A folder that takes down, after each match, the ratings of the players it moved. */
function recording(states: RatingStates, model: RatingModel, columns: StateColumns): MatchFolder {
  const steps = new StepColumns();
  const fold = folderOver(states, model, steps);
  return (match, number) => {
    steps.clear();
    fold(match, number);
    // In the first bracket are all players that it moved.
    for (let step = 0; step < steps.length && steps.board[step] === steps.board[0]; step += 1) {
      columns.add(number, steps.player[step] ?? NONE);
    }
  };
}

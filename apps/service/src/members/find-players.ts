import type { Database } from '../database/schema.ts';
import { birthRange } from './domain/birth-range.ts';
import type { Search } from './domain/search-query.ts';
import { piecesOf } from './domain/search-words.ts';
import { scanRatings } from './store/scan-ratings.ts';
import {
  type Condition,
  type MemberCondition,
  memberConditions,
} from './store/search-conditions.ts';
import type { FoundPlayer, SearchFilter, SearchRange } from './store/search-filter.ts';
import { type Bearers, bearsOneOf, findBearers } from './store/search-names.ts';
import { orderOf, type SearchOrder } from './store/search-order.ts';
import { countFew, fewFound, filterOrdered, readOrdered, sortFound } from './store/search-pages.ts';
import { findBoards, ratedConditions } from './store/search-ratings.ts';
import { type OrderedScan, scanActivity, scanBearers, scanNames } from './store/search-scans.ts';

/** When to change from one way of searching to the other. */
export interface SearchEffort {
  /** So many members are rather found and sorted than met in order. */
  few: number;
  /** How many entries of an index to go through at most, when each one's member is looked up … */
  entriesLookedUp: number;
  /** … and when the entries alone tell nearly all. */
  entriesRead: number;
  /** Those who bear one of so many words are rather read off word by word than met by the way. */
  fewWords: number;
  /** A text that stands in more words than this is borne by so many that they are met soon anyway. */
  mostWords: number;
}

// Each takes about as long as the others. Were one of them much larger, searches that need it would
// be slower than all others.
const usualEffort: SearchEffort = {
  few: 1_000,
  entriesLookedUp: 4_000,
  entriesRead: 20_000,
  fewWords: 200,
  mostWords: 500,
};

// The longest texts are the rarest; more of them would hardly tell more.
const TEXTS_COUNTED = 3;

export interface PlayersQuestion {
  search: Search;
  range: SearchRange;
  /** `YYYY-MM-DD`, for ages. */
  today: string;
}

/**
 * A page of the players who fit a search. Where few fit, all of them are found and sorted; where
 * many fit, an index that is in order already is gone through until the page is full. README.md
 * says more.
 */
export async function findPlayers(
  database: Database,
  { search, range, today }: PlayersQuestion,
  effort: SearchEffort = usualEffort,
): Promise<FoundPlayer[]> {
  const { filter, sort, fitsNobody } = search;
  if (fitsNobody) return [];
  const bearers = await findBearersOf(database, filter, effort);
  if (bearers === 'nobody') return [];

  const born = filter.ages === null ? { after: null, upTo: null } : birthRange(filter.ages, today);
  const conditions = [
    ...memberConditions(filter, born),
    ...ratedConditions(filter, { isInOrder: sort === 'rating' }),
  ];
  const scans = await chooseScans(database, {
    search,
    range,
    conditions,
    bearers,
    effort,
  });
  const order = orderOf({ sort, rating: filter.rating, after: range.after });
  const question = { range, conditions, order, bearers, effort };
  return await readPage(database, question, scans);
}

/** Who bears the rarest of the texts in the name; null where no text is rare enough to be told. */
async function findBearersOf(
  database: Database,
  { words }: SearchFilter,
  { few, mostWords }: SearchEffort,
): Promise<Bearers | 'nobody' | null> {
  if (words.length === 0) return null;
  const longest = words.toSorted((one, other) => other.length - one.length).slice(0, TEXTS_COUNTED);
  const all = await findBearers(database, {
    texts: longest.map((text) => ({ text, pieces: piecesOf(text) })),
    mostWords,
    mostBearers: few,
  });
  if (all.some((bearers) => bearers.count === 0)) return 'nobody';
  const told = all.filter((bearers) => bearers.words.length <= mostWords);
  const [rarest = null] = told.toSorted(
    (one, other) => one.count - other.count || one.words.length - other.words.length,
  );
  return rarest;
}

interface ScanQuestion {
  search: Search;
  range: SearchRange;
  conditions: readonly MemberCondition[];
  bearers: Bearers | null;
  effort: SearchEffort;
}

/** The indexes that are in the order asked for, the most promising first. */
async function chooseScans(
  database: Database,
  { search, range, conditions, bearers, effort }: ScanQuestion,
): Promise<OrderedScan[]> {
  const { filter, sort } = search;
  const { after } = range;
  if (sort === 'activity') return [scanActivity(after)];
  if (sort === 'rating' && filter.rating !== null) {
    const { rating } = filter;
    const boards = await findBoards(database, filter, rating);
    return [scanRatings({ filter, rating, boards, conditions, after })];
  }
  const byName = scanNames(filter, conditions, after);
  if (bearers === null) return [byName];
  const byBearers = scanBearers(filter, bearers.words, after);
  const isOfSmallPlace = filter.zip !== null || filter.city !== null || filter.state !== null;
  if (isOfSmallPlace) return [byName];
  return byBearers.lists <= effort.fewWords ? [byBearers, byName] : [byName, byBearers];
}

interface PageQuestion {
  range: SearchRange;
  conditions: readonly MemberCondition[];
  order: SearchOrder;
  bearers: Bearers | null;
  effort: SearchEffort;
}

async function readPage(
  database: Database,
  question: PageQuestion,
  scans: readonly OrderedScan[],
): Promise<FoundPlayer[]> {
  const { conditions, order, range, bearers, effort } = question;
  const everything = conditions.map(({ condition }) => condition);
  const [first] = scans;
  if (first !== undefined && conditions.every(({ name }) => first.applied.has(name))) {
    return await readOrdered(database, { order, scan: first, range });
  }

  const isOfFew = bearers !== null && bearers.count <= effort.few;
  const rarest = isOfFew
    ? bearsOneOf(bearers.words)
    : await findRarest(database, conditions, effort);
  if (rarest !== null) {
    // Of a few names each is looked at; an index of names would tell of many more.
    const others = conditions.map(({ condition, ofEntry }) => ofEntry ?? condition);
    return await sortFound(database, { order, conditions: [rarest, ...others], range });
  }
  for (const scan of scans) {
    const page = await filterInOrder(database, question, scan);
    if (page !== null) return page;
  }
  return await sortFound(database, { order, conditions: everything, range });
}

/** The page, if it can be told from the entries that are worth going through. */
async function filterInOrder(
  database: Database,
  { conditions, order, range, bearers, effort }: PageQuestion,
  scan: OrderedScan,
): Promise<FoundPlayer[] | null> {
  const unknown = conditions.filter(({ name }) => !scan.applied.has(name));
  const held = unknown.filter(({ name }) => scan.held.has(name));
  const lookedUp = unknown.filter(({ name }) => !scan.held.has(name));
  // Only members who bear the word are looked up then, nearly all of whom fit.
  const isOfBearers = bearers !== null && lookedUp.some(({ name }) => name === 'words');
  const isReadOnly = lookedUp.every(({ name }) => isOfBearers && name === 'words');
  const entries = isReadOnly ? effort.entriesRead : effort.entriesLookedUp;
  return await filterOrdered(database, {
    order,
    scan,
    length: Math.max(range.offset + range.limit, Math.ceil(entries / scan.lists)),
    entryConditions: [
      ...held.map(({ condition, ofEntry }) => ofEntry ?? condition),
      ...(isOfBearers ? [bearsOneOf(bearers.words)] : []),
    ],
    memberConditions: lookedUp.map(({ condition, oneByOne }) => oneByOne ?? condition),
    range,
  });
}

const MAY_LEAVE_FEW: ReadonlySet<string> = new Set([
  'reference',
  'zip',
  'city',
  'state',
  'country',
  'ages',
  'sports',
  'rating',
]);

/** What finds the members of the rarest condition, if they are few. */
async function findRarest(
  database: Database,
  conditions: readonly MemberCondition[],
  { few }: SearchEffort,
): Promise<Condition | null> {
  const counted = conditions.filter(({ name }) => MAY_LEAVE_FEW.has(name));
  const counts = await countFew(database, counted, few);
  const least = Math.min(...counts);
  const rarest = counted[counts.indexOf(least)];
  return rarest === undefined || least > few ? null : fewFound(rarest);
}

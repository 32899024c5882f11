import type { Database } from '../../platform/database/schema.ts';
import { chooseScans } from './choose-scans.ts';
import { birthRange } from './domain/birth-range.ts';
import type { Search } from './domain/search-query.ts';
import { byLength, piecesOf } from './domain/search-words.ts';
import { findRarestBearers } from './rarest-bearers.ts';
import { type SearchEffort, usualEffort } from './search-effort.ts';
import { findNamesOfCity } from './store/names-of-city.ts';
import {
  type Condition,
  type MemberCondition,
  memberConditions,
} from './store/search-conditions.ts';
import type { FoundPlayer, SearchFilter, SearchRange } from './store/search-filter.ts';
import { type Bearers, bearsOneOf } from './store/search-names.ts';
import { orderOf, type SearchOrder } from './store/search-order.ts';
import {
  countFew,
  fewFound,
  filterOrdered,
  filterWhole,
  readOrdered,
  sortFound,
} from './store/search-pages.ts';
import { ratedConditions } from './store/search-ratings.ts';
import { type OrderedScan, scanNames } from './store/search-scans.ts';

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
  const born = filter.ages === null ? { after: null, upTo: null } : birthRange(filter.ages, today);
  const conditions = [
    ...memberConditions(filter, born),
    ...ratedConditions(filter, { isInOrder: sort === 'rating' }),
  ];
  const order = orderOf({ sort, rating: filter.rating, after: range.after });
  if (sort === 'name' && (filter.city !== null || filter.zip !== null)) {
    const page = await readPlace(database, { filter, conditions, order, range, effort });
    if (page !== null) return page;
  }

  const bearers = await findRarestBearers(database, filter, effort);
  if (bearers === 'nobody') return [];
  const choice = { search, range, conditions, bearers, effort };
  const scans = await chooseScans(database, choice);
  return await readPage(database, { ...choice, order }, scans);
}

interface PlaceQuestion extends Omit<PageQuestion, 'bearers'> {
  filter: SearchFilter;
}

// A shorter text stands in so many names that the first page is met soon.
const SHORTEST_SOUGHT = 3;

/** A page by name of a city or a postal code; null where names and places do not tell who fits. */
async function readPlace(
  database: Database,
  { filter, conditions, order, range, effort }: PlaceQuestion,
): Promise<FoundPlayer[] | null> {
  const scan = scanNames(filter, conditions, range.after);
  const { unknown, lookedUp } = split(conditions, scan);
  if (lookedUp.length > 0) return null;
  const { city, words } = filter;
  const [text = ''] = byLength(words);
  const isByNameAlone = unknown.every(({ name }) => name === 'words');
  if (city !== null && filter.zip === null && isByNameAlone && text.length >= SHORTEST_SOUGHT) {
    const { mostWords } = effort;
    const question = { city, words, text, pieces: piecesOf(text), mostWords, range };
    const page = await findNamesOfCity(database, question);
    if (page !== null) return page;
  }
  const entryConditions = unknown.map(ofEntry);
  return await filterWhole(database, { order, scan, entryConditions, range });
}

/** The conditions that entries do not fit by themselves, and those their members are looked up for. */
function split(conditions: readonly MemberCondition[], { applied, held }: OrderedScan) {
  const unknown = conditions.filter(({ name }) => !applied.has(name));
  return { unknown, lookedUp: unknown.filter(({ name }) => !held.has(name)) };
}

function ofEntry({ condition, ofEntry: ofIndex }: MemberCondition): Condition {
  return ofIndex ?? condition;
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
    const found = [rarest, ...conditions.map(ofEntry)];
    return await sortFound(database, { order, conditions: found, range });
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
  const { unknown, lookedUp } = split(conditions, scan);
  const held = unknown.filter((condition) => !lookedUp.includes(condition));
  // Only members who bear the word are looked up then, nearly all of whom fit.
  const isOfBearers = bearers !== null && lookedUp.some(({ name }) => name === 'words');
  const isReadOnly = lookedUp.every(({ name }) => isOfBearers && name === 'words');
  const entries = isReadOnly ? effort.entriesRead : effort.entriesLookedUp;
  return await filterOrdered(database, {
    order,
    scan,
    length: Math.max(range.offset + range.limit, Math.ceil(entries / scan.lists)),
    entryConditions: [...held.map(ofEntry), ...(isOfBearers ? [bearsOneOf(bearers.words)] : [])],
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

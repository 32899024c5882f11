import type { Database } from '../../platform/database/schema.ts';
import { chooseScans, defaultCost, findMostSelective, type SearchCost } from './choose-scans.ts';
import { mergeFound } from './domain/search-cursor.ts';
import { birthRange, byLength, type Search } from './domain/search-query.ts';
import { findNamesOfCity, hasOneOf, type NameMatches } from './store/name-matches.ts';
import {
  type Condition,
  connectedTo,
  type FoundPlayer,
  ghostOf,
  hasParts,
  isPart,
  type MemberCondition,
  memberConditions,
  type SearchFilter,
  type SearchRange,
} from './store/search-conditions.ts';
import {
  countFew,
  fewFound,
  filterOrdered,
  filterWhole,
  readOrdered,
  type SortQuestion,
  sortFound,
} from './store/search-pages.ts';
import { orderOf, ratedConditions, type SearchOrder } from './store/search-ratings.ts';
import { type OrderedScan, scanNames } from './store/search-scans.ts';

export interface PlayersQuestion {
  search: Search;
  /** The application that asks: of the players connected to it more may be asked for. Null for a player, who finds whom
   * strangers find. */
  applicationId: string | null;
  range: SearchRange;
  /** `YYYY-MM-DD`, for ages. */
  today: string;
}

/**
 * A page of the players who fit a search, as far as the application sees them: what the public card
 * does not show finds connected players alone, and so does a part of a name.
 */
export async function findPlayers(
  database: Database,
  question: PlayersQuestion,
  cost: SearchCost = defaultCost,
): Promise<FoundPlayer[]> {
  const { search, range } = question;
  if (search.fitsNobody) return [];
  if (search.isOfConnected) return await findConnected(database, question);
  const whole = { ...range, offset: 0, limit: range.offset + range.limit };
  const own = await findOwn(database, { ...question, range: whole });
  if (own.length === 0) return await findAmongAll(database, question, cost);
  const all = await findAmongAll(database, { ...question, range: whole }, cost);
  return mergeFound(search.sort, all, own).slice(range.offset, whole.limit);
}

/** Players whom strangers would not find: connected ones by parts of a name, and the application's ghosts. */
async function findOwn(database: Database, question: PlayersQuestion): Promise<FoundPlayer[]> {
  const { tokens, reference } = question.search.filter;
  const connected = tokens.some(isPart) ? await findConnected(database, question) : [];
  // Lists of everybody have only members: a ghost is found only by its name or reference.
  const isNamed = tokens.length > 0 || reference !== null;
  return isNamed ? [...connected, ...(await findGhosts(database, question))] : connected;
}

/** A page of the connected players who fit. They are the application's own, and not too many. */
async function findConnected(
  database: Database,
  question: PlayersQuestion,
): Promise<FoundPlayer[]> {
  return await sortFound(database, ofOwn(question, [connectedTo(question.applicationId)]));
}

/** A page of the application's own ghosts who fit. */
async function findGhosts(database: Database, question: PlayersQuestion): Promise<FoundPlayer[]> {
  const among = ghostOf(question.applicationId);
  return await sortFound(database, { among, ...ofOwn(question, []) });
}

function ofOwn({ search, range, today }: PlayersQuestion, own: readonly Condition[]): SortQuestion {
  const { filter, sort } = search;
  const conditions = conditionsOf(search, today).filter(({ name }) => name !== 'tokens');
  return {
    order: orderOf({ sort, rating: filter.rating, after: range.after }),
    conditions: [
      ...own,
      ...hasParts(filter.tokens),
      ...conditions.map(({ condition }) => condition),
    ],
    range,
  };
}

function conditionsOf({ filter, sort }: Search, today: string): MemberCondition[] {
  const born = filter.ages === null ? { after: null, upTo: null } : birthRange(filter.ages, today);
  return [
    ...memberConditions(filter, born),
    ...ratedConditions(filter, { isInOrder: sort === 'rating' }),
  ];
}

/**
 * A page of those of all members who fit. Where few fit, all of them are found and sorted; where many
 * fit, an index that is in order already is gone through until the page is full. README.md says more.
 */
async function findAmongAll(
  database: Database,
  { search, range, today }: PlayersQuestion,
  cost: SearchCost,
): Promise<FoundPlayer[]> {
  const { filter, sort } = search;
  const conditions = conditionsOf(search, today);
  const order = orderOf({ sort, rating: filter.rating, after: range.after });
  if (sort === 'name' && filter.city !== null) {
    const page = await readLocation(database, { filter, conditions, order, range, cost });
    if (page !== null) return page;
  }

  const matches = await findMostSelective(database, filter, cost);
  if (matches === 'nobody') return [];
  const choice = { search, range, conditions, matches, cost };
  const scans = await chooseScans(database, choice);
  return await readPage(database, { ...choice, order }, scans);
}

interface LocationQuery extends Omit<PageQuestion, 'matches'> {
  filter: SearchFilter;
}

// A shorter text stands in so many names that the first page is met soon.
const MIN_TEXT_LENGTH = 3;

/** A page by name of a city; null where names and locations do not decide who fits. */
async function readLocation(
  database: Database,
  { filter, conditions, order, range, cost }: LocationQuery,
): Promise<FoundPlayer[] | null> {
  const scan = scanNames(filter, conditions, range.after);
  const { unknown, lookedUp } = split(conditions, scan);
  if (lookedUp.length > 0) return null;
  const { city, tokens } = filter;
  const [text = ''] = byLength(tokens);
  const isByNameAlone = unknown.every(({ name }) => name === 'tokens');
  if (city !== null && isByNameAlone && text.length >= MIN_TEXT_LENGTH) {
    const { maxTokens } = cost;
    const question = { city, tokens, text, maxTokens, range };
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
  matches: NameMatches | null;
  cost: SearchCost;
}

async function readPage(
  database: Database,
  question: PageQuestion,
  scans: readonly OrderedScan[],
): Promise<FoundPlayer[]> {
  const { conditions, order, range, matches, cost } = question;
  const everything = conditions.map(({ condition }) => condition);
  const [first] = scans;
  if (first !== undefined && conditions.every(({ name }) => first.applied.has(name))) {
    return await readOrdered(database, { order, scan: first, range });
  }

  const isOfFew = matches !== null && matches.count <= cost.few;
  const mostSelective = isOfFew
    ? hasOneOf(matches.tokens)
    : await findMostSelectiveFilter(database, conditions, cost);
  if (mostSelective !== null) {
    // A few names are looked at one by one; an index of names would return many more.
    const found = [mostSelective, ...conditions.map(ofEntry)];
    return await sortFound(database, { order, conditions: found, range });
  }
  for (const scan of scans) {
    const page = await filterInOrder(database, question, scan);
    if (page !== null) return page;
  }
  return await sortFound(database, { order, conditions: everything, range });
}

/** The page, if the entries that are worth reading fill it. */
async function filterInOrder(
  database: Database,
  { conditions, order, range, matches, cost }: PageQuestion,
  scan: OrderedScan,
): Promise<FoundPlayer[] | null> {
  const { unknown, lookedUp } = split(conditions, scan);
  const held = unknown.filter((condition) => !lookedUp.includes(condition));
  // Only members with the token are looked up then, nearly all of whom fit.
  const isOfMatches = matches !== null && lookedUp.some(({ name }) => name === 'tokens');
  const isReadOnly = lookedUp.every(({ name }) => isOfMatches && name === 'tokens');
  const entries = isReadOnly ? cost.entriesRead : cost.entriesLookedUp;
  return await filterOrdered(database, {
    order,
    scan,
    length: Math.max(range.offset + range.limit, Math.ceil(entries / scan.lists)),
    entryConditions: [...held.map(ofEntry), ...(isOfMatches ? [hasOneOf(matches.tokens)] : [])],
    memberConditions: lookedUp.map(({ condition, oneByOne }) => oneByOne ?? condition),
    range,
  });
}

const MAY_LEAVE_FEW: ReadonlySet<string> = new Set([
  'reference',
  'city',
  'state',
  'country',
  'ages',
  'sports',
  'rating',
]);

/** What finds the members of the most selective condition, if they are few. */
async function findMostSelectiveFilter(
  database: Database,
  conditions: readonly MemberCondition[],
  { few }: SearchCost,
): Promise<Condition | null> {
  const counted = conditions.filter(({ name }) => MAY_LEAVE_FEW.has(name));
  const counts = await countFew(database, counted, few);
  const least = Math.min(...counts);
  const mostSelective = counted[counts.indexOf(least)];
  return mostSelective === undefined || least > few ? null : fewFound(mostSelective);
}

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../platform/database/schema.ts';
import { toDay } from '../../ratings/domain/player.ts';
import { everyDatabase, openTestDatabase } from '../../testing/test-database.ts';
import { naiveSearch } from '../testing/naive-search.ts';
import {
  type ClubMember,
  clubBrackets,
  clubDay,
  clubSports,
  insertClub,
} from '../testing/search-club.ts';
import { decodeSearchCursor, encodeSearchCursor } from './domain/search-cursor.ts';
import { readSearch, type Search, type SearchQuery } from './domain/search-query.ts';
import { findPlayers, type SearchLimits } from './find-players.ts';
import type { FoundPlayer, SearchPosition } from './store/search-conditions.ts';
import { findLastPlayed } from './store/search-pages.ts';

const MEMBERS = 160;

const anyText = fc.oneof(
  fc.constantFrom(
    'mike',
    'mi',
    'BREN',
    'brennan',
    'nan',
    'ann mar',
    'o brien',
    'z',
    'li',
    '山',
    'garcia lop',
    '%',
    '_',
    '\\',
    '太郎 山田',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
);
const anyAge = fc.constantFrom(0, 16, 18, 22, 35, 39, 40, 75, 150);
const anyRating = fc.constantFrom(2, 3.5, 3.501, 3.504, 3.5045, 3.507, 8);

const filters = {
  name: anyText,
  memberId: fc.constantFrom('20001', '20050', '99999', '9999999999999999'),
  city: fc.constantFrom('austin', 'SÃO PAULO', 'sao-paulo', 'lodz', 'Nowhere', '!'),
  state: fc.constantFrom('Tx', 'québec', 'CA', 'Nowhere'),
  zip: fc.constantFrom('78704', 'SW1A 1AA', '0'),
  country: fc.constantFrom('US', 'BR', 'XX'),
  gender: fc.constantFrom('MALE', 'FEMALE', 'OTHER', 'UNKNOWN'),
  isVairified: fc.boolean(),
  isWheelchair: fc.boolean(),
  minAge: anyAge,
  maxAge: anyAge,
};
// A few filters show errors best: one is too simple, and ten leave nobody.
const fewFilters = fc
  .tuple(
    fc.record(filters),
    fc.subarray(Object.keys(filters) as (keyof typeof filters)[], { maxLength: 3 }),
  )
  .map(([all, names]): SearchQuery => Object.fromEntries(names.map((name) => [name, all[name]])));
const anySort = fc.record(
  { sort: fc.constantFrom('name' as const, 'activity' as const) },
  { requiredKeys: [] },
);
const ratingFilters = fc.record(
  {
    sport: fc.constantFrom(...clubSports, 'curling').map((sport) => [sport]),
    bracket: fc.constantFrom(...clubBrackets, 'mixed-open'),
    minRating: anyRating,
    maxRating: anyRating,
    sort: fc.constantFrom('name' as const, 'rating' as const, 'activity' as const),
  },
  { requiredKeys: ['sport'] },
);
const severalSports = fc.record({ sport: fc.subarray(clubSports, { minLength: 2 }) });

const anyQuery: fc.Arbitrary<SearchQuery> = fc
  .tuple(fewFilters, anySort, fc.oneof(ratingFilters, severalSports, fc.constant({})))
  .map(([few, sorted, rated]) => ({ ...few, ...sorted, ...rated }))
  .filter((query) => readSearch(query).kind === 'search');

// So that each step is skipped, succeeds, or gives up at once.
const anyLimits: fc.Arbitrary<SearchLimits> = fc.record({
  few: fc.constantFrom(0, 3, 1_000),
  entries: fc.constantFrom(1, 10, 1_000),
  maxTokens: fc.constantFrom(0, 2, 500),
});

// Pages of one player each, so that each cursor names a player who may be a ghost (a member without an account) of
// the application.
const endingAtOwnGhost: [SearchQuery, SearchLimits, number] = [
  { name: 'mike', sort: 'activity' },
  { few: 0, entries: 1, maxTokens: 0 },
  1,
];

function read(query: SearchQuery): Search {
  const reading = readSearch(query);
  if (reading.kind === 'invalid') throw new Error(JSON.stringify(reading.errors));
  return reading.search;
}

describe.each(everyDatabase)('a search on %s', (kind) => {
  let database: Database;
  let close: () => Promise<void>;
  let club: ClubMember[];
  let applicationId: string;

  beforeAll(async () => {
    ({ database, close } = await openTestDatabase(kind));
    club = await insertClub(database, MEMBERS);
    const application = database.selectFrom('application').select('id');
    applicationId = (await application.executeTakeFirstOrThrow()).id;
  });
  afterAll(async () => await close());

  async function page(
    search: Search,
    limits: SearchLimits,
    range: { after?: SearchPosition | null; offset?: number; limit: number },
  ): Promise<FoundPlayer[]> {
    const { after = null, offset = 0, limit } = range;
    const today = toDay(clubDay);
    const question = { search, applicationId, range: { after, offset, limit }, today };
    return await findPlayers(database, question, limits);
  }

  /** Reads all pages by their cursors, as a partner does. */
  async function everyPage(search: Search, limits: SearchLimits, limit: number) {
    const found: number[] = [];
    let after: SearchPosition | null = null;
    for (;;) {
      const players: FoundPlayer[] = await page(search, limits, { after, limit: limit + 1 });
      const shown = players.slice(0, limit);
      found.push(...shown.map((player) => player.memberNumber));
      const last = shown.at(-1);
      if (players.length <= limit || last === undefined) return found;
      const decoded = decodeSearchCursor(search, encodeSearchCursor(search, last));
      if (decoded.kind === 'position') after = decoded.position;
      else if (decoded.kind !== 'player') throw new Error(decoded.kind);
      else {
        const { memberNumber } = decoded;
        const value = await findLastPlayed(database, { memberNumber, applicationId });
        if (value === undefined)
          throw new Error(`${memberNumber} was found before, but not again.`);
        after = { memberNumber, name: '', value };
      }
    }
  }

  const numbers = (members: readonly ClubMember[]) => members.map((member) => member.memberNumber);

  it('finds the players that a check of everybody finds, in the same order, page by page', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyQuery,
        anyLimits,
        fc.integer({ min: 1, max: 60 }),
        async (query, limits, limit) => {
          const found = await everyPage(read(query), limits, limit);
          expect(found).toEqual(numbers(naiveSearch(club, query)));
        },
      ),
      { numRuns: kind === 'pglite' ? 100 : 200, examples: [endingAtOwnGhost] },
    );
  });

  it('skips as many players as the offset says', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyQuery,
        anyLimits,
        fc.record({ offset: fc.nat(170), limit: fc.integer({ min: 1, max: 30 }) }),
        async (query, limits, { offset, limit }) => {
          const found = await page(read(query), limits, { offset, limit });
          const expected = naiveSearch(club, query).slice(offset, offset + limit);
          expect(found.map((player) => player.memberNumber)).toEqual(numbers(expected));
        },
      ),
      { numRuns: kind === 'pglite' ? 50 : 100 },
    );
  });
});

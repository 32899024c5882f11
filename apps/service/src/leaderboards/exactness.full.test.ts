import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endConnection, grantConnection } from '../connect/store/connections.ts';
import { foldShort, nameColumns } from '../members/domain/names.ts';
import { updateDiscovery } from '../members/store/members.ts';
import { newId } from '../platform/database/identifiers.ts';
import type { Database } from '../platform/database/schema.ts';
import { insertApplication, insertConnection } from '../testing/builders.ts';
import { databases, openTestDatabase } from '../testing/test-database.ts';
import { type BoardChoice, type BoardView, decodeBoardCursor, toBoard } from './domain/board.ts';
import { foldChunk } from './fold-deltas.ts';
import { type NameCost, type Reader, readPage } from './read-page.ts';
import { readRank } from './read-rank.ts';
import { rebuildStandings } from './store/fold.ts';
import { fitsName, naiveBoard, readGrants } from './testing/naive-board.ts';
import { type InsertedPlayer, insertTexan, type PlayerFacts, rate } from './testing/players.ts';

const PLAYERS = 9;

const connectedFirst = [0, 1, 2];

const player = fc.nat({ max: PLAYERS - 1 });

// Ties, neighbours, and both sides of the ends of wide buckets (the ranges of ratings in which players are counted).
const ratings = [2, 3.499, 3.5, 3.501, 3.6, 3.601, 4.1, 8];

const brackets = ['overall-open', 'singles-open'];

type Fact = Exclude<keyof PlayerFacts, 'birth_date'>;

const facts: { [Name in Fact]: readonly PlayerFacts[Name][] } = {
  first_name: ['Mike', 'Priya', 'Zoë'],
  last_name: ['Brennan', 'O’Neill', '100%_'],
  gender: ['MALE', 'FEMALE', 'OTHER', 'UNKNOWN'],
  country: ['US', 'CA', null],
  state: ['TX', 'tx', 'São', 'sao', '̈', null],
  city: ['Austin', 'AUSTÍN', 'Round Rock', '!!!', null],
  is_vairified: [true, false],
  is_ghost: [true, false],
  is_discoverable: [true, true, false],
};

const changedFact = fc
  .constantFrom(...(Object.keys(facts) as Fact[]))
  .chain((name) => fc.constantFrom<unknown>(...facts[name]).map((value) => ({ [name]: value })));

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('rate' as const),
      players: fc.uniqueArray(player, { minLength: 1, maxLength: 4 }),
      bracket: fc.constantFrom(...brackets),
      rating: fc.constantFrom(...ratings),
      games: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      players: fc.uniqueArray(player, { minLength: 1, maxLength: 2 }),
      fact: changedFact as fc.Arbitrary<Partial<PlayerFacts>>,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('connect' as const),
      players: fc.uniqueArray(player, { minLength: 1, maxLength: 4 }),
      scopes: fc.constantFrom(['user:profile:read', 'user:rating:read'], ['user:profile:read']),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('disconnect' as const), player }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('hide' as const),
      players: fc.uniqueArray(player, { minLength: 1, maxLength: 4 }),
      isDiscoverable: fc.constantFrom(false, false, true),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unrate' as const), player }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('merge' as const), player, into: player }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('fold' as const),
      limit: fc.integer({ min: 1, max: 12 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rebuild' as const) }) },
);

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const segments = fc.record(
  {
    gender: fc.constantFrom(...facts.gender),
    verifiedOnly: fc.boolean(),
    minGames: fc.constantFrom(0, 0, 2, 3),
  },
  { requiredKeys: ['verifiedOnly', 'minGames'] },
);

const country = fc.constantFrom('US', 'CA');

const state = fc.constantFrom('TX', 'SÃO', '̈');

const city = fc.constantFrom('austin', 'ROUND-ROCK', '!!!');

const location = fc.oneof(
  fc.constant({ scope: 'global' as const }),
  fc.record({ scope: fc.constant('country' as const), country }),
  fc.record({ scope: fc.constant('state' as const), country, state }),
  fc.record({ scope: fc.constant('city' as const), country, city }),
  fc.record({ scope: fc.constant('city' as const), country, city, state }),
);

const everybody = fc.constant({ verifiedOnly: false, minGames: 0, scope: 'global' as const });

const some = fc.tuple(segments, location).map(([kind, where]) => ({ ...kind, ...where }));

const board: fc.Arbitrary<BoardChoice> = fc
  .oneof({ weight: 1, arbitrary: everybody }, { weight: 3, arbitrary: some })
  .map((chosen) => ({
    ...{ sport: 'pickleball', category: 'overall', ageBracket: 'open' },
    ...chosen,
  }));

/** The application that reads: one to which players connect, or one without connections. */
const looking = fc.constantFrom('connected' as const, 'connected' as const, 'other' as const);

const searched = fc.constantFrom(
  ...['mike', 'mi', 'brennan', 'oneill', 'neill', 'e b', '100', 'zoe', 'nobody', ''],
);

const now = new Date();

describe.each(databases)('leaderboards on %s', (kind) => {
  let database: Database;
  let close: () => Promise<void>;
  let applications: Record<'connected' | 'other', string>;

  beforeAll(async () => {
    ({ database, close } = await openTestDatabase(kind));
    applications = {
      connected: await insertApplication(database),
      other: await insertApplication(database),
    };
  });
  afterAll(() => close());

  async function takeSteps(steps: readonly Step[]): Promise<InsertedPlayer[]> {
    await database.deleteFrom('connection').execute();
    await database.deleteFrom('rating').execute();
    await database.updateTable('member').set({ merged_into: null }).execute();
    await database.deleteFrom('member').execute();
    const players: InsertedPlayer[] = [];
    while (players.length < PLAYERS) players.push(await insertTexan(database));
    const idOf = (index: number) => players[index]?.id ?? '';
    for (const index of connectedFirst) {
      await insertConnection(database, applications.connected, idOf(index));
    }
    for (const taken of steps) await take(taken, idOf);
    return players;
  }

  async function take(taken: Step, idOf: (index: number) => string): Promise<void> {
    if (taken.kind === 'rate') {
      // All in one transaction, and most of them twice.
      await database.transaction().execute(async (transaction) => {
        const { rating, games, bracket } = taken;
        for (const index of taken.players) {
          await rate(transaction, idOf(index), { rating: 5, games, bracket });
          await rate(transaction, idOf(index), { rating, games, bracket });
        }
      });
    } else if (taken.kind === 'change') {
      const ids = taken.players.map(idOf);
      const { city, ...others } = taken.fact;
      await database
        .updateTable('member')
        .set({
          ...others,
          // A ghost (a member without an account) is never verified.
          ...(others.is_ghost === true && { is_vairified: false }),
          ...(others.is_vairified === true && { is_ghost: false }),
          ...(city !== undefined && { city, city_folded: city && foldShort(city) }),
        })
        .where('id', 'in', ids)
        .execute();
      await refoldNames(ids);
    } else if (taken.kind === 'connect') {
      await database.transaction().execute(async (transaction) => {
        const grant = { applicationId: applications.connected, scopes: [...taken.scopes], now };
        for (const memberId of taken.players.map(idOf)) {
          await grantConnection(transaction, { ...grant, id: newId('con'), memberId });
        }
      });
    } else if (taken.kind === 'disconnect') {
      const ended = { applicationId: applications.connected, memberId: idOf(taken.player), now };
      await database.transaction().execute((transaction) => endConnection(transaction, ended));
    } else if (taken.kind === 'hide') {
      await database.transaction().execute(async (transaction) => {
        for (const memberId of taken.players.map(idOf)) {
          await updateDiscovery(transaction, memberId, taken.isDiscoverable);
        }
      });
    } else if (taken.kind === 'unrate') {
      await database.deleteFrom('rating').where('member_id', '=', idOf(taken.player)).execute();
    } else if (taken.kind === 'merge') {
      const merged_into = taken.player === taken.into ? null : idOf(taken.into);
      await database
        .updateTable('member')
        .set({ merged_into })
        .where('id', '=', idOf(taken.player))
        .execute();
    } else if (taken.kind === 'fold') {
      await foldChunk(database, taken.limit);
    } else {
      await rebuildStandings(database);
    }
  }

  /** Writes the columns that follow from a name, like everything that writes a name. */
  async function refoldNames(ids: readonly string[]): Promise<void> {
    const members = await database
      .selectFrom('member')
      .select(['id', 'first_name', 'last_name', 'city'])
      .where('id', 'in', ids)
      .execute();
    for (const { id, ...member } of members) {
      await database.updateTable('member').set(nameColumns(member)).where('id', '=', id).execute();
    }
  }

  async function readAll(reader: Reader, view: BoardView, limit: number, cost?: NameCost) {
    const pages = [];
    for (let cursor: string | null = null; ; ) {
      const after = cursor === null ? null : decodeBoardCursor(view, cursor);
      const page = await readPage(database, reader, view, { after, offset: 0, limit }, cost);
      pages.push(page);
      cursor = page.nextCursor;
      if (cursor === null) return pages;
    }
  }

  const history = fc.array(step, { minLength: 5, maxLength: 40, size: 'max' });
  const runs = { numRuns: kind === 'postgres' ? 40 : 25 };

  it('follow from members and ratings after any changes, whenever the changes were merged into the boards', async () => {
    const property = fc.asyncProperty(
      history,
      fc.array(fc.tuple(board, looking), { minLength: 4, maxLength: 4 }),
      fc.integer({ min: 1, max: 5 }),
      fc.nat({ max: PLAYERS + 1 }),
      async (steps, choices, limit, offset) => {
        const players = await takeSteps(steps);
        for (const [choice, name] of choices) {
          const reader = { applicationId: applications[name], now };
          const expected = await naiveBoard(
            database,
            choice,
            await readGrants(database, reader.applicationId),
          );
          const view = { board: toBoard(choice), part: null };
          const pages = await readAll(reader, view, limit);
          const listed = pages.flatMap((page) => page.players);
          expect(listed.map(({ rank, memberId, R }) => [rank, memberId, R])).toEqual(
            expected.map(({ rank, memberNumber, rating }) => [rank, memberNumber, rating]),
          );
          expect(pages.map((page) => page.total)).toEqual(pages.map(() => expected.length));

          const passed = await readPage(database, reader, view, { after: null, offset, limit });
          expect(passed.players).toEqual(listed.slice(offset, offset + limit));

          for (const { member_number: memberNumber } of players) {
            const index = listed.findIndex(({ memberId }) => memberId === memberNumber);
            const found = await readRank(database, reader, {
              board: view.board,
              memberNumber,
              contextSize: limit,
            });
            if (index < 0) {
              expect(found).toBeNull();
              continue;
            }
            expect(found).toMatchObject({ rank: listed[index]?.rank, total: expected.length });
            expect(found?.above).toEqual(listed.slice(Math.max(0, index - limit), index));
            expect(found?.player).toEqual(listed[index]);
            expect(found?.below).toEqual(listed.slice(index + 1, index + 1 + limit));
          }
        }
      },
    );
    await fc.assert(property, runs);
  });

  it('show in a search the players with a part of a name, with the ranks of the whole board', async () => {
    const property = fc.asyncProperty(
      history,
      fc.array(fc.tuple(board, looking, searched), { minLength: 4, maxLength: 4 }),
      fc.integer({ min: 1, max: 4 }),
      fc.record({
        fewMatches: fc.constantFrom(0, 1, 5_000),
        maxTokens: fc.constantFrom(1, 500),
        entries: fc.constantFrom(1, 2, 3, 10_000),
      }),
      async (steps, searches, limit, cost) => {
        await takeSteps(steps);
        for (const [choice, name, part] of searches) {
          const reader = { applicationId: applications[name], now };
          const expected = await naiveBoard(
            database,
            choice,
            await readGrants(database, reader.applicationId),
          );
          const named = part === '' ? [] : expected.filter((entry) => fitsName(entry, part));
          const pages = await readAll(reader, { board: toBoard(choice), part }, limit, cost);
          expect(
            pages.flatMap((page) => page.players).map(({ rank, memberId }) => [rank, memberId]),
          ).toEqual(named.map(({ rank, memberNumber }) => [rank, memberNumber]));
          expect(pages[0]?.total).toBe(expected.length);
        }
      },
    );
    await fc.assert(property, runs);
  });
});

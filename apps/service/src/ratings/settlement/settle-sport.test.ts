import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confirmResult, denyResult, disputeResult } from '../../matches/answer-result.ts';
import { MergeRefusedError, mergeGhost } from '../../matches/claims/merge-ghost.ts';
import { batchOf } from '../../matches/testing/batches.ts';
import { type Club, createClub, listen } from '../../matches/testing/club.ts';
import { foldLedger, standingRatings } from '../../matches/testing/fold-ledger.ts';
import { settleAll } from '../../matches/testing/settle-all.ts';
import { handle } from '../../matches/testing/story.ts';
import { voidMatch } from '../../matches/void-match.ts';
import type { Database, MemberRow } from '../../platform/database/schema.ts';
import { insertGhost } from '../../testing/builders.ts';
import { createTestDatabase, databases } from '../../testing/test-database.ts';
import { auditRatings } from '../audit-ratings.ts';
import { describeFinding } from '../domain/rating-differences.ts';
import { lockRatingsExclusive } from '../store/ratings.ts';
import { LEASE_MILLISECONDS, settleSport } from './settle-sport.ts';
import { findSettlement } from './store/settlements.ts';
import { openLateClub, oneByOne as sizes } from './testing/late-club.ts';

// The embedded database takes several times as long for each operation.
const RUNS = { pglite: 8, postgres: 25 };

const PLAYERS = 7;

const GHOSTS = 3;

const anyPlayer = fc.nat(PLAYERS + GHOSTS - 1);

const anyMatch = fc.record({
  players: fc.uniqueArray(anyPlayer, { minLength: 4, maxLength: 4 }),
  size: fc.constantFrom(1, 2),
  sport: fc.constantFrom('pickleball', 'pickleball', 'padel'),
  day: fc.integer({ min: 1, max: 9 }),
  scores: fc.constantFrom<number[][]>([11, 7], [11, 0], [5, 11], [15, 13]),
});

const anyOperation = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('batch' as const),
      trusted: fc.boolean(),
      matches: fc.array(anyMatch, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('void' as const), match: fc.nat(1_000) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      match: fc.nat(1_000),
      player: anyPlayer,
      respond: fc.constantFrom(confirmResult, confirmResult, denyResult, disputeResult),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('claim' as const),
      ghost: fc.integer({ min: PLAYERS, max: PLAYERS + GHOSTS - 1 }),
      member: anyPlayer,
    }),
  },
);

type Operation = typeof anyOperation extends fc.Arbitrary<infer Value> ? Value : never;

/** A club of members and ghosts, and what was done in it. */
class Season {
  readonly #club: Club;
  readonly #players: MemberRow[];
  readonly #matchIds: string[] = [];

  constructor(club: Club, ghosts: MemberRow[]) {
    this.#club = club;
    this.#players = [...club.players, ...ghosts];
  }

  async play(operation: Operation): Promise<void> {
    switch (operation.kind) {
      case 'batch':
        return await this.#submit(operation);
      case 'answer':
        return await this.#answer(operation);
      case 'void':
        return await this.#void(operation.match);
      case 'claim':
        return await this.#claim(operation);
    }
  }

  // Partial, because two names of one player may come up in one match once a ghost was claimed.
  async #submit({ trusted, matches }: Extract<Operation, { kind: 'batch' }>) {
    const inputs = matches.map(({ players, size, day, sport, scores }, index) => ({
      identifier: `${this.#matchIds.length}-${index}`,
      sport,
      matchDate: `2026-09-0${day}T10:00:00Z`,
      teams: [players.slice(0, size), players.slice(2, 2 + size)].map((team) =>
        team.map((player) => this.#idOf(player)),
      ),
      games: [{ scores }],
    }));
    const submitter = { ...this.#club.submitter, trusted };
    const { matches: results } = await handle(
      { ...this.#club, submitter },
      batchOf(inputs, { partial: true }),
    );
    this.#matchIds.push(...results.flatMap(({ id }) => id ?? []));
  }

  async #answer({ match, player, respond }: Extract<Operation, { kind: 'answer' }>) {
    const matchId = this.#matchIds[match % Math.max(this.#matchIds.length, 1)];
    if (matchId === undefined) return;
    const { merged_into } = await this.#club.dependencies.database
      .selectFrom('member')
      .select('merged_into')
      .where('id', '=', this.#idOf(player))
      .executeTakeFirstOrThrow();
    await respond(this.#club.dependencies, {
      memberId: merged_into ?? this.#idOf(player),
      matchId,
    });
  }

  async #void(number: number) {
    const matchId = this.#matchIds[number % Math.max(this.#matchIds.length, 1)];
    if (matchId === undefined) return;
    const { applicationId } = this.#club.submitter;
    const request = { applicationId, matchId, reason: 'Wrong court.' };
    expect(await voidMatch(this.#club.dependencies, request)).toMatchObject({ matchId });
  }

  async #claim({ ghost, member }: { ghost: number; member: number }) {
    const claim = { ghost: this.#idOf(ghost), member: this.#idOf(member) };
    await mergeGhost(this.#club.dependencies, claim).catch((error: unknown) => {
      if (!(error instanceof MergeRefusedError)) throw error;
    });
  }

  #idOf(player: number): string {
    return this.#players[player]?.id ?? 'nobody';
  }
}

async function openSeason(database: Database): Promise<Season> {
  const club = await createClub(
    database,
    Array.from({ length: PLAYERS }, (_, index) => ({
      gender: index % 2 === 0 ? ('MALE' as const) : ('FEMALE' as const),
      birth_date: `${1962 + index * 6}-01-01`,
    })),
  );
  await listen(database, club.submitter.applicationId);
  // Half of the members did not agree that the club reports their results.
  await database
    .updateTable('connection')
    .set({ scopes: ['user:profile:read', 'user:webhook:subscribe'] })
    .where(
      'member_id',
      'in',
      club.players.filter((_, index) => index % 2 === 1).map(({ id }) => id),
    )
    .execute();
  const ghosts: MemberRow[] = [];
  for (let index = 0; index < GHOSTS; index += 1) {
    ghosts.push(await insertGhost(database, club.submitter.applicationId));
  }
  return new Season(club, ghosts);
}

describe.each(databases)(
  'after any sequence of batches, answers, voids and claims on %s',
  (kind) => {
    it('the ratings are the fold of the ledger, and an audit finds nothing', async () => {
      const database = await createTestDatabase(kind);
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyOperation, { minLength: 2, maxLength: 14 }),
          async (operations) => {
            const season = await openSeason(database);
            for (const operation of operations) await season.play(operation);
            await settleAll(database);
            expect(await standingRatings(database)).toEqual(await foldLedger(database));
          },
        ),
        { numRuns: RUNS[kind] },
      );
      const findings: string[] = [];
      const onFinding = (finding: Parameters<typeof describeFinding>[0]) =>
        findings.push(describeFinding(finding));
      await auditRatings({ database }, { onFinding });
      expect(findings).toEqual([]);
    });
  },
);

// The embedded database has one connection, so nobody makes a step wait there.
it('a settlement is kept by its holder however long a step takes', async () => {
  const { database, dependencies, wait } = await openLateClub('postgres');
  const settle = async (onProgress = () => {}) =>
    await settleSport(dependencies, 'pickleball', { sizes, onProgress });
  const isFolding = Promise.withResolvers<void>();
  const slow = settle(isFolding.resolve);
  await isFolding.promise;
  await database.transaction().execute(async (transaction) => {
    await lockRatingsExclusive(transaction, ['pickleball']);
    wait(LEASE_MILLISECONDS - 1);
    const heldFor = async () => {
      const settlement = await findSettlement(database, 'pickleball');
      return Number(settlement?.held_until) - dependencies.clock().getTime();
    };
    await expect.poll(heldFor, { timeout: 60_000 }).toBe(LEASE_MILLISECONDS);
    wait(2);
    expect(await settle()).toBe('busy');
  });
  expect(await slow).toBe('settled');
});

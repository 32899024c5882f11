import { setTimeout as sleep } from 'node:timers/promises';
import { MODEL_REVISION } from '@partner-rating/ratings';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { batchOf, matchOf, onDay } from '../../matches/testing/batches.ts';
import { handle } from '../../matches/testing/story.ts';
import type { Database } from '../../platform/database/schema.ts';
import { createMetrics } from '../../platform/metrics/metrics.ts';
import { FIRST_POSITION } from '../domain/touched-matches.ts';
import { lockRatingsExclusive } from '../store/ratings.ts';
import { measureSettlement, settleDue } from './settle-due.ts';
import { LEASE_MILLISECONDS } from './settle-sport.ts';
import { countDue, findDue, findSportsDue, insertDue } from './store/due-positions.ts';
import { insertSettlement } from './store/settlements.ts';
import { openLateClub } from './testing/late-club.ts';

const POLL_MILLISECONDS = 10;

const everybody = { ...FIRST_POSITION, memberIds: null, matchId: null, applicationId: null };

/** Makes all ratings in these sports due since a moment. */
async function makeDue(database: Database, since: Date, sports: readonly string[]): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const positions = sports.map((sport) => ({ ...everybody, sport, cause: 'rebuild' as const }));
    await insertDue(transaction, since, positions);
  });
}

it.each([
  ['with another holder', { leaseLeft: LEASE_MILLISECONDS, modelRevision: MODEL_REVISION }],
  ['that a later release settles', { leaseLeft: -1, modelRevision: MODEL_REVISION + 1 }],
])('sports %s do not delay others', async (_, { leaseLeft, modelRevision }) => {
  const { database, dependencies } = await openLateClub('postgres');
  const now = dependencies.clock();
  const heldUntil = new Date(now.getTime() + leaseLeft);
  // In the order in which they are settled.
  const sports = ['badminton', 'padel', 'squash'] as const;
  await makeDue(database, now, sports);
  await database.transaction().execute(async (transaction) => {
    for (const [number, sport] of sports.slice(0, 2).entries()) {
      await insertSettlement(transaction, number, {
        ...{ sport, holder: 'another', heldUntil, startedAt: now, after: FIRST_POSITION },
        ...{ modelRevision, isOfEverybody: true, cause: 'rebuild', lastArrival: 0 },
      });
    }
  });
  await settleDue(dependencies);
  expect(await findDue(database, 'squash')).toEqual([]);
  expect(await findDue(database, 'badminton')).toHaveLength(1);
  expect(await findDue(database, 'padel')).toHaveLength(1);
});

/** A club whose pickleball is due and cannot be settled before `end` is called. */
async function openBesideAHeldSport() {
  const opened = await openLateClub('postgres');
  const { database, club, dependencies, mike, priya } = opened;
  const padel = matchOf('padel', [[mike], [priya]], { sport: 'padel', ...onDay(1) });
  await handle(club, batchOf([padel]));
  const markDue = async (sport: string) => await makeDue(database, dependencies.clock(), [sport]);
  await markDue('pickleball');

  const isHeld = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const holding = database.transaction().execute(async (transaction) => {
    await lockRatingsExclusive(transaction, ['pickleball']);
    isHeld.resolve();
    await mayEnd.promise;
  });
  await isHeld.promise;
  return {
    ...opened,
    markDue,
    untilPadelIsSettled: async () => {
      while ((await findDue(database, 'padel')).length > 0) await sleep(POLL_MILLISECONDS);
      expect(await findDue(database, 'pickleball')).not.toEqual([]);
    },
    end: async (settling: Promise<void>) => {
      mayEnd.resolve();
      await Promise.all([holding, settling]);
      expect(await countDue(database)).toMatchObject({ positions: 0 });
    },
  };
}

it('settles all sports if there are more than it settles at once', async () => {
  const { database, dependencies } = await openLateClub('postgres');
  const sports = ['badminton', 'padel', 'pickleball', 'squash', 'tennis'];
  await makeDue(database, dependencies.clock(), sports);
  await settleDue(dependencies);
  expect(await countDue(database)).toMatchObject({ positions: 0 });
});

it('begins with the sport that has been due for the longest time', async () => {
  const { database, dependencies } = await openLateClub('postgres');
  const now = dependencies.clock();
  await database.deleteFrom('settlement_due').execute();
  for (const [minutes, sport] of ['badminton', 'tennis', 'padel'].entries()) {
    const since = new Date(now.getTime() - minutes * 60_000);
    await makeDue(database, since, [sport]);
  }
  const due = await findSportsDue(database, { budget: 0, now });
  expect(due).toEqual(['padel', 'tennis', 'badminton']);
});

it('settles a sport that becomes due while another one is being settled', async () => {
  const { dependencies, markDue, untilPadelIsSettled, end } = await openBesideAHeldSport();
  const settling = settleDue(dependencies);
  await markDue('padel');
  await untilPadelIsSettled();
  await end(settling);
});

it('retries a failed sport while another one is being settled, and reports the failure at once', async () => {
  const { database, dependencies, markDue, untilPadelIsSettled, end } =
    await openBesideAHeldSport();
  await markDue('padel');
  await sql`
    create function refuse_padel() returns trigger language plpgsql as $$
      begin
        if new.sport = 'padel' then raise exception 'No padel today.'; end if;
        return new;
      end
    $$
  `.execute(database);
  await sql`
    create trigger no_padel before insert on settlement for each row execute function refuse_padel()
  `.execute(database);
  const failed = Promise.withResolvers<unknown>();
  const settling = settleDue(dependencies, { onFailure: failed.resolve });
  expect(await failed.promise).toMatchObject({ message: 'No padel today.' });
  await sql`drop trigger no_padel on settlement`.execute(database);
  await untilPadelIsSettled();
  await end(settling);
});

describe('metrics of settlement', () => {
  it('show how much is due, for how long, and how many matches were settled', async () => {
    const { database, dependencies, wait } = await openLateClub('postgres');
    const metrics = createMetrics({ debug: vi.fn(), error: vi.fn() });
    let settled = 0;
    measureSettlement(metrics, dependencies, { settled: () => settled });
    wait(90_000);
    expect(await metrics.read()).toMatch(/^partner_rating_settlement_due 1$/m);
    expect(await metrics.read()).toMatch(/^partner_rating_settlement_oldest_due_seconds 90$/m);
    expect(await metrics.read()).toMatch(/^partner_rating_settlement_matches_total 0$/m);

    const onProgress = (matches: number) => {
      settled += matches;
    };
    await settleDue({ ...dependencies, database }, { onProgress });
    const text = await metrics.read();
    expect(text).toMatch(/^partner_rating_settlement_due 0$/m);
    expect(text).toMatch(/^partner_rating_settlement_oldest_due_seconds 0$/m);
    expect(text).toMatch(/^partner_rating_settlement_matches_total 7$/m);
  });
});

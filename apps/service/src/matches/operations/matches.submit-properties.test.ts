import type { Schemas } from '@partner-rating/server';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../platform/database/schema.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { type AnyBatch, anyBatchOf } from '../testing/any-batch.ts';
import { createClub, listen, peopleOfAllKinds } from '../testing/club.ts';
import { expectExact } from '../testing/compare-ratings.ts';
import { dumpTables } from '../testing/dump-tables.ts';
import { listenOver } from '../testing/listening-app.ts';
import { insertClubKey, postBatch } from '../testing/post-batch.ts';

const RUNS = 50;

/** Returns whether a match is stored. A walkover moves no rating. */
function isTaken({ status }: Schemas.MatchResult): boolean {
  return status === 'rated' || status === 'stored';
}

describe('any batch', () => {
  let database: Database;
  let players: string[];
  let post: (batch: AnyBatch) => Promise<{ status: number; body: Answer }>;
  let close: () => Promise<void>;

  type Answer = Schemas.MatchBatchResult & Schemas.Problem;

  beforeAll(async () => {
    const test = await openTestDatabase('postgres');
    database = test.database;
    const app = await listenOver(database);
    close = async () => {
      await app.close();
      await test.close();
    };
    const club = await createClub(database, peopleOfAllKinds(6));
    await listen(database, club.submitter.applicationId);
    players = club.players.map(({ id, member_number }, index) =>
      index % 2 === 0 ? id : String(member_number),
    );
    const apiKey = await insertClubKey(club);
    post = async (batch) => {
      const { status, text } = await postBatch(app.baseUrl, apiKey, batch);
      return { status, body: JSON.parse(text) };
    };
    // The first request of all marks the key as used.
    await post({ matches: [] });
  });

  afterAll(async () => await close());

  async function forAnyBatch(promise: (batch: AnyBatch) => Promise<void>): Promise<void> {
    await fc.assert(fc.asyncProperty(anyBatchOf(players), promise), { numRuns: RUNS });
  }

  const statusesOf = ({ matches }: Answer) => matches.map(({ status }) => status);

  it('is stored completely if it is valid, and leaves no trace otherwise', async () => {
    const seen: number[] = [];
    await forAnyBatch(async ({ partial: _, ...batch }) => {
      const before = await dumpTables(database);
      const { status, body } = await post(batch);
      seen.push(status);
      if (status !== 200) {
        expect([400, 409, 422]).toContain(status);
        expect(body.errors?.length).toBeGreaterThan(0);
        expect(await dumpTables(database)).toEqual(before);
        return;
      }
      expect(body).toMatchObject({ success: true });
      expect(body.numMatches + body.duplicates).toBe(batch.matches.length);
      const stored = await database
        .selectFrom('match')
        .select(['id', 'identifier'])
        .where('batch_id', '=', body.batchId)
        .execute();
      const taken = body.matches.filter(isTaken);
      expect(stored.toSorted(byIdentifier)).toEqual(
        taken.map(({ id, identifier }) => ({ id, identifier })).toSorted(byIdentifier),
      );
    });
    await expectExact(database);
    expect(seen).toEqual(expect.arrayContaining([200, 400, 422]));
  });

  it('does what its dry run projected, and the dry run leaves no trace', async () => {
    await forAnyBatch(async (batch) => {
      const before = await dumpTables(database);
      const dry = await post({ ...batch, dryRun: true });
      expect(await dumpTables(database)).toEqual(before);
      const real = await post(batch);
      if (dry.status === 400 || (dry.body.success === false && batch.partial !== true)) {
        expect([400, 409, 422]).toContain(real.status);
        expect(real.body.errors).toEqual(dry.body.errors);
        return;
      }
      const { success, numMatches, numGames, duplicates, ratingChanges, errors } = dry.body;
      expect(real.body).toMatchObject({ success, numMatches, numGames, duplicates });
      expect(real.body.ratingChanges).toEqual(ratingChanges);
      expect(real.body.errors).toEqual(errors);
      const projected = real.body.matches.map((match) =>
        isTaken(match) ? 'projected' : match.status,
      );
      expect(projected).toEqual(statusesOf(dry.body));
    });
    await expectExact(database);
  });

  it('changes nothing when it is sent again', async () => {
    await forAnyBatch(async (batch) => {
      const first = await post(batch);
      const after = await dumpTables(database);
      const again = await post(batch);
      expect(again.status).toBe(first.status);
      expect(await dumpTables(database)).toEqual(after);
      if (first.status !== 200) return;
      expect(again.body).toMatchObject({ numMatches: 0, ratingChanges: [] });
      expect(again.body.matches).toEqual(
        first.body.matches.map(({ confirmations: _, settled: __, ...match }) =>
          isTaken(match) ? { ...match, status: 'duplicate', duplicateOf: 'own' } : match,
        ),
      );
    });
  });
});

function byIdentifier(one: { identifier: string }, other: { identifier: string }): number {
  return one.identifier < other.identifier ? -1 : 1;
}

import type { AnyReply, OperationCall } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Caller } from '../../platform/http/caller.ts';
import { applicationOf, createIdempotency } from '../../platform/http/idempotency.ts';
import { createTestDatabase, type DatabaseKind, databases } from '../../testing/test-database.ts';
import { batchOf } from '../testing/batches.ts';
import { countRows, submittedAt } from '../testing/club.ts';
import { listenOver } from '../testing/listening-app.ts';
import { insertClubKey, postBatch } from '../testing/post-batch.ts';
import { openClub, openClubIn } from '../testing/story.ts';
import { submit } from './matches.submit.ts';

const AT_ONCE = 50;
const AFTER_THE_LEASE = new Date(submittedAt.getTime() + 5_000);

describe.each(databases)('fifty requests at once with one Idempotency-Key on %s', (kind) => {
  it('apply once, and every other one is a replay or 409 idempotency_in_progress', async () => {
    const database = await createTestDatabase(kind);
    const { baseUrl, close } = await listenOver(database);
    onTestFinished(close);
    const { club, doubles, singles } = await openClubIn(database);
    const apiKey = await insertClubKey(club);
    const send = async () =>
      await postBatch(baseUrl, apiKey, batchOf([doubles, singles]), 'saturday');

    const answers = await Promise.all(Array.from({ length: AT_ONCE }, send));
    const handled = answers.filter(({ status }) => status === 200);
    expect(handled.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
    expect(new Set(handled.map(({ text }) => text)).size).toBe(1);
    for (const { status, text } of answers.filter((answer) => !handled.includes(answer))) {
      expect([status, JSON.parse(text).code]).toEqual([409, 'idempotency_in_progress']);
    }
    expect(await countRows(database)).toMatchObject({ match_batch: 1, match: 2 });
    expect(await send()).toEqual({ ...handled[0], isReplayed: true });
  });
});

describe.each(databases)('a request whose process dies on %s', (kind) => {
  it('before its batch is stored runs again after its lease has expired', async () => {
    const { database, start } = await openSubmission(kind);
    await start(async () => 'died');
    expect(await countRows(database)).toMatchObject({ match: 0 });

    const again = async (at: Date) => await start(async (store) => await store(), at);
    await expect(again(submittedAt)).rejects.toMatchObject({ code: 'idempotency_in_progress' });
    expect(await again(AFTER_THE_LEASE)).toMatchObject({ body: { numMatches: 2, duplicates: 0 } });
  });

  it('after its batch was stored leaves its response for the repeated request', async () => {
    const { database, start } = await openSubmission(kind);
    let answer: AnyReply | undefined;
    await start(async (store) => {
      answer = await store();
      return 'died';
    });
    expect(await start(async (store) => await store())).toEqual({
      ...answer,
      headers: { 'idempotency-replayed': 'true' },
    });
    expect(await countRows(database)).toMatchObject({ match_batch: 1, match: 2 });
  });

  it('cannot store its batch after another request has taken its key', async () => {
    const { database, start } = await openSubmission(kind);
    let next: AnyReply | 'died' | undefined;
    const slow = start(async (store) => {
      next = await start(async (storeNext) => await storeNext(), AFTER_THE_LEASE);
      return await store();
    });
    await expect(slow).rejects.toMatchObject({ code: 'idempotency_in_progress' });
    expect(next).toMatchObject({ body: { numMatches: 2, duplicates: 0 } });
    expect(await countRows(database)).toMatchObject({ match_batch: 1, match: 2 });
    expect(await start(async (store) => await store())).toMatchObject({
      headers: { 'idempotency-replayed': 'true' },
    });
  });

  it('cannot store its batch while another request has its key and has stored nothing yet', async () => {
    const { database, start } = await openSubmission(kind);
    const slow = start(async (store) => {
      await start(async () => 'died', AFTER_THE_LEASE);
      return await store();
    });
    await expect(slow).rejects.toMatchObject({ code: 'idempotency_in_progress' });
    expect(await countRows(database)).toMatchObject({ match_batch: 0, match: 0, rating: 0 });
  });
});

/** Opens requests with one key and one batch, in processes that may die on the way. */
async function openSubmission(kind: DatabaseKind) {
  const { database, club, doubles, singles } = await openClub(kind);
  const principal: Caller = {
    kind: 'key',
    isSuspended: false,
    isPending: false,
    ownLimits: null,
    scopes: new Set(['key:match:submit']),
    applicationId: club.submitter.applicationId,
    keyId: 'key_01jq8x0d4s7c2m9k5v1t3r6hzb',
    clientId: 'courtside-club',
  };
  const request = {
    path: {},
    query: {},
    headers: { 'idempotency-key': 'saturday' },
    contentType: 'application/json' as const,
    body: batchOf([doubles, singles]),
  };
  const dependencies = { ...club.dependencies, publicUrl: 'http://localhost:3001' };

  /** Starts a new process. `run` may call `store`, and may die before and after. */
  async function start(
    run: (store: () => Promise<AnyReply>) => Promise<AnyReply | 'died'>,
    at: Date = submittedAt,
  ): Promise<AnyReply | 'died'> {
    const context = { principal, requestId: 'req_01k4yh2c7w3r8s5d1f6j9m2q0v', raw: {} };
    const call = {
      operation: { id: 'matches.submit', idempotent: true },
      request,
      context,
    } as unknown as OperationCall<Caller, FastifyRequest>;
    const intercept = createIdempotency({ ...dependencies, clock: () => at }, applicationOf);
    const dead = Promise.withResolvers<'died'>();
    const answered = intercept(call, async () => {
      const outcome = await run(async () => await submit(dependencies)(request, context as never));
      if (outcome !== 'died') return outcome;
      dead.resolve('died');
      return await new Promise<never>(() => {});
    });
    return await Promise.race([dead.promise, answered]);
  }
  return { database, start };
}

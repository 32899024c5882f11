import {
  type AnyReply,
  type Interceptor,
  type OperationCall,
  ProblemError,
} from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createKey } from '../../console/actions/keys.ts';
import { createPartner } from '../../console/actions/partners.ts';
import { createTestDatabase, databases } from '../../testing/test-database.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import type { Dependencies } from '../configuration/dependencies.ts';
import type { Database } from '../database/schema.ts';
import { type Caller, findCallerByKey } from './caller.ts';
import { applicationOf, createIdempotency } from './idempotency.ts';
import { releaseStaleClaims } from './store/idempotency.ts';

const SECOND = 1_000;

const HOUR = 3_600 * SECOND;

describe.each(databases)('Idempotency-Key on %s', (kind) => {
  let database: Database;
  let now: Date;
  let dependencies: Dependencies;
  let caller: Caller;
  let intercept: Interceptor<Caller, FastifyRequest>;

  beforeEach(async () => {
    database = await createTestDatabase(kind);
    now = new Date('2026-09-12T18:00:00Z');
    dependencies = {
      database,
      clock: () => now,
      configuration: readConfiguration({}),
      publicUrl: 'http://localhost:3001',
    };
    caller = await newCaller('courtside-club');
    intercept = createIdempotency(dependencies, applicationOf);
  });

  async function newCaller(clientId: string): Promise<Caller> {
    await createPartner(dependencies, {
      clientId,
      name: clientId,
      redirectUris: ['https://courtside.example/callback'],
    });
    const { apiKey } = await createKey(dependencies, { clientId });
    const found = await findCallerByKey(database, apiKey, now);
    if (found === null) throw new Error('The key just made is not found.');
    return found;
  }

  function callWith(key: string | undefined, body: unknown, principal = caller) {
    return {
      operation: { id: 'matches.submit', idempotent: true },
      request: { path: {}, query: {}, headers: { 'idempotency-key': key }, body },
      context: { principal, raw: {} },
    } as unknown as OperationCall<Caller, FastifyRequest>;
  }

  /** Claims the key like a process that dies afterwards and never renews the claim. */
  async function claimAndDie(key: string): Promise<void> {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const claimed = Promise.withResolvers<void>();
    void createIdempotency(dependencies, applicationOf)(callWith(key, {}), () => {
      vi.useRealTimers();
      claimed.resolve();
      return new Promise(() => {});
    });
    await claimed.promise;
  }

  /** Starts a request that holds the key until the test answers it. */
  async function startRequest(key: string) {
    const first = Promise.withResolvers<AnyReply>();
    const running = Promise.withResolvers<void>();
    const firstAnswer = intercept(callWith(key, {}), async () => {
      running.resolve();
      return await first.promise;
    });
    await running.promise;
    return { first, firstAnswer };
  }

  async function renewedUntil(): Promise<Date | undefined> {
    await vi.advanceTimersByTimeAsync(SECOND);
    const record = await database
      .selectFrom('idempotency_record')
      .select('locked_until')
      .executeTakeFirst();
    return record?.locked_until;
  }

  const answer = (body: unknown) => vi.fn(async (): Promise<AnyReply> => ({ status: 200, body }));
  const refusal = (code: string) => expect.objectContaining({ code });

  it('replays the first success and marks it', async () => {
    const second = answer('second');
    await intercept(callWith('a', { matches: 1, event: 'b' }), answer({ batchId: 'first' }));
    // The order of names does not matter for the request (RFC 8785).
    expect(await intercept(callWith('a', { event: 'b', matches: 1 }), second)).toEqual({
      status: 200,
      body: { batchId: 'first' },
      headers: { 'idempotency-replayed': 'true' },
    });
    expect(second).not.toHaveBeenCalled();
  });

  it('runs requests without a key every time', async () => {
    const run = answer('again');
    await intercept(callWith(undefined, {}), run);
    await intercept(callWith(undefined, {}), run);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('refuses the same key with another body: 422 idempotency_key_reused', async () => {
    await intercept(callWith('a', { matches: 1 }), answer('first'));
    await expect(intercept(callWith('a', { matches: 2 }), answer('second'))).rejects.toEqual(
      refusal('idempotency_key_reused'),
    );
  });

  it('refuses the key while the first runs: 409 idempotency_in_progress', async () => {
    const { first, firstAnswer } = await startRequest('a');
    await expect(intercept(callWith('a', {}), answer('second'))).rejects.toEqual(
      refusal('idempotency_in_progress'),
    );
    first.resolve({ status: 200, body: 'first' });
    await firstAnswer;
    expect(await intercept(callWith('a', {}), answer('second'))).toMatchObject({ body: 'first' });
  });

  it('runs only one of ten equal requests that arrive at the same time', async () => {
    const run = answer('once');
    await Promise.allSettled(Array.from({ length: 10 }, () => intercept(callWith('a', {}), run)));
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('frees the key after an error, so that the request can be sent again', async () => {
    const failing = async (): Promise<AnyReply> => {
      throw new ProblemError('batch_rejected');
    };
    await expect(intercept(callWith('a', {}), failing)).rejects.toEqual(refusal('batch_rejected'));
    expect(await intercept(callWith('a', { fixed: true }), answer('second'))).toMatchObject({
      body: 'second',
    });
  });

  it('runs the same request again some seconds after its process died', async () => {
    await claimAndDie('a');
    await expect(intercept(callWith('a', {}), answer('second'))).rejects.toEqual(
      refusal('idempotency_in_progress'),
    );
    now = new Date(now.getTime() + 5 * SECOND);
    expect(await intercept(callWith('a', {}), answer('second'))).toMatchObject({ body: 'second' });
  });

  it('does not give the key of a crashed process to another request', async () => {
    await claimAndDie('a');
    now = new Date(now.getTime() + 5 * SECOND);
    await expect(intercept(callWith('a', { other: true }), answer('other'))).rejects.toEqual(
      refusal('idempotency_key_reused'),
    );
  });

  it('holds the key as long as the request runs', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { first, firstAnswer } = await startRequest('a');
    for (let seconds = 0; seconds < 20; seconds += 4) {
      now = new Date(now.getTime() + 4 * SECOND);
      await expect.poll(renewedUntil).toEqual(new Date(now.getTime() + 5 * SECOND));
      await expect(intercept(callWith('a', {}), answer('second'))).rejects.toEqual(
        refusal('idempotency_in_progress'),
      );
    }
    first.resolve({ status: 200, body: 'first' });
    expect(await firstAnswer).toMatchObject({ body: 'first' });
  });

  it('is free at once if no process can hold it', async () => {
    await claimAndDie('a');
    await releaseStaleClaims(database);
    expect(await intercept(callWith('a', {}), answer('second'))).toMatchObject({ body: 'second' });
  });

  it('forgets an answer after 24 hours', async () => {
    await intercept(callWith('a', {}), answer('first'));
    now = new Date(now.getTime() + 24 * HOUR);
    expect(await intercept(callWith('a', {}), answer('second'))).toMatchObject({ body: 'second' });
  });

  it('separates the keys of two applications', async () => {
    await intercept(callWith('a', {}), answer('first'));
    const other = await newCaller('rally-league');
    expect(await intercept(callWith('a', {}, other), answer('other'))).toMatchObject({
      body: 'other',
    });
  });
});

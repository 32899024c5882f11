import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCircuitBreaker, REQUEST_TIMEOUT_MILLISECONDS } from './circuit-breaker.ts';

const timeout = REQUEST_TIMEOUT_MILLISECONDS;
const outage = { code: '08006', message: 'The database does not answer.' };
const never = () => new Promise<never>(() => {});

const gone = 'The database cannot be reached. Until it can, requests are refused with 503.';
const back = 'The database answers again.';

class Answer extends Error {}

/** A database whose probes are answered as the test says, and the breaker in front of it. */
function setUp() {
  const database = {
    probes: 0,
    lines: [] as string[],
    timesClosed: 0,
    renewals: 0,
    answersProbes: true,
    answersAfter: 0,
    bytes: 0,
    /** How much longer than it should a probe that is not answered takes to fail. */
    lateMilliseconds: 0,
  };
  const record = (line: string) => void database.lines.push(line);
  const log = { error: (_facts: object, line: string) => record(line), info: record };
  const breaker = createCircuitBreaker({
    timeoutMilliseconds: timeout,
    probe: async (milliseconds) => {
      database.probes += 1;
      if (database.answersProbes) {
        // As one that takes longer than it may without a byte.
        await new Promise((resolve) =>
          setTimeout(resolve, Math.min(database.answersAfter, milliseconds)),
        );
        if (database.answersAfter <= milliseconds) return;
        throw new Error('no answer');
      }
      const failsAfter = milliseconds + database.lateMilliseconds;
      await new Promise((resolve) => setTimeout(resolve, failsAfter));
      throw new Error('no answer');
    },
    bytesReceived: () => database.bytes,
    isAnswer: (error) => error instanceof Answer,
    isWrite: (result) => result === 'written',
    renewConnections: () => {
      database.renewals += 1;
    },
    closeConnections: async () => {
      database.timesClosed += 1;
    },
    log: log as never,
  });
  return {
    database,
    breaker,
    /** That an operation without an answer is refused once so much time has passed. */
    expectRefusal: async (afterMilliseconds = timeout) => {
      const refused = expect(breaker.execute(never)).rejects.toMatchObject(outage);
      await vi.advanceTimersByTimeAsync(afterMilliseconds);
      await refused;
    },
  };
}

const answerAfter = (milliseconds: number) => () =>
  new Promise<string>((resolve) => setTimeout(() => resolve('rows'), milliseconds));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('while the database answers', () => {
  it('passes results and errors on without a probe', async () => {
    const { database, breaker } = setUp();
    expect(await breaker.execute(async () => 'rows')).toBe('rows');
    await expect(breaker.execute(() => Promise.reject(new Answer('duplicate')))).rejects.toThrow(
      'duplicate',
    );
    await vi.advanceTimersByTimeAsync(10 * timeout);
    expect(database.probes).toBe(0);
  });

  it('sends no probe however long it is busy, as long as answers come', async () => {
    const { database, breaker } = setUp();
    const slow = breaker.execute(answerAfter(5 * timeout));
    for (let elapsed = 0; elapsed < 5 * timeout; elapsed += 100) {
      await breaker.execute(async () => 'rows');
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(await slow).toBe('rows');
    expect(database.probes).toBe(0);
  });

  it('waits for a slow statement whose database answers the probe', async () => {
    const { database, breaker } = setUp();
    const slow = breaker.execute(answerAfter(20 * timeout));
    await vi.advanceTimersByTimeAsync(20 * timeout);
    expect(await slow).toBe('rows');
    expect(database.probes).toBeGreaterThan(0);
    expect(database.lines).toEqual([]);
  });
});

describe('while the database does not respond', () => {
  it('rejects every waiting operation, before a request has taken two seconds', async () => {
    const { database, breaker } = setUp();
    database.answersProbes = false;
    const refused = expect(breaker.execute(never)).rejects.toMatchObject(outage);
    await vi.advanceTimersByTimeAsync(timeout / 2);
    const later = expect(breaker.execute(never)).rejects.toMatchObject(outage);
    await vi.advanceTimersByTimeAsync(timeout / 2);
    await Promise.all([refused, later]);
    expect(timeout).toBeLessThan(2_000);
    expect(database.timesClosed).toBe(1);
  });

  it('rejects new operations at once, and sends the database nothing but the probe', async () => {
    const { database, breaker, expectRefusal } = setUp();
    database.answersProbes = false;
    await expectRefusal();
    const operation = vi.fn(never);
    await expect(breaker.execute(operation)).rejects.toMatchObject(outage);
    expect(operation).not.toHaveBeenCalled();
    expect(breaker.isOpen()).toBe(true);
  });

  it('logs when the outage begins and when it ends, once', async () => {
    const { database, breaker, expectRefusal } = setUp();
    database.answersProbes = false;
    await expectRefusal(20 * timeout);
    expect(database.lines).toEqual([gone]);
    database.answersProbes = true;
    await vi.advanceTimersByTimeAsync(timeout);
    for (const _time of [1, 2]) expect(await breaker.execute(async () => 'rows')).toBe('rows');
    expect(database.lines).toEqual([gone, back]);
  });

  it('counts no connection of the pool as an answer, however many are acquired', async () => {
    const { database, breaker } = setUp();
    database.answersProbes = false;
    const refused = [expect(breaker.execute(never)).rejects.toMatchObject(outage)];
    for (let elapsed = 0; elapsed < timeout; elapsed += 100) {
      await breaker.acquire(async () => 'connection', vi.fn());
      refused.push(expect(breaker.execute(never)).rejects.toMatchObject(outage));
      await vi.advanceTimersByTimeAsync(100);
    }
    await Promise.all(refused);
  });

  it('trips again at a second outage', async () => {
    const { database, expectRefusal } = setUp();
    for (const _time of [1, 2]) {
      database.answersProbes = false;
      await expectRefusal();
      database.answersProbes = true;
      await vi.advanceTimersByTimeAsync(timeout);
    }
    expect(database.timesClosed).toBe(2);
  });

  it('releases what arrives too late', async () => {
    const { database, breaker } = setUp();
    database.answersProbes = false;
    const release = vi.fn();
    const refused = expect(
      breaker.acquire(answerAfter(3 * timeout), release),
    ).rejects.toMatchObject(outage);
    await vi.advanceTimersByTimeAsync(timeout);
    await refused;
    await vi.advanceTimersByTimeAsync(2 * timeout);
    expect(release).toHaveBeenCalledExactlyOnceWith('rows');
  });
});

it('does not trip where an answer came while the probe failed', async () => {
  const { database, breaker } = setUp();
  database.answersProbes = false;
  const slow = breaker.execute(answerAfter(timeout * 0.75));
  const other = breaker.execute(answerAfter(timeout * 0.9));
  await vi.advanceTimersByTimeAsync(timeout);
  expect([await slow, await other]).toEqual(['rows', 'rows']);
  expect(database.timesClosed).toBe(0);
});

describe('on a slow machine', () => {
  it('does not trip as long as bytes arrive, before any statement is answered', async () => {
    const { database, breaker } = setUp();
    database.answersProbes = false;
    const slow = breaker.execute(answerAfter(10 * timeout));
    for (let elapsed = 0; elapsed < 10 * timeout; elapsed += timeout / 2) {
      database.bytes += 1;
      await vi.advanceTimersByTimeAsync(timeout / 2);
    }
    expect(await slow).toBe('rows');
    expect(database.timesClosed).toBe(0);
  });

  it('does not trip by a probe that was timed while the process itself did not run', async () => {
    const { database, breaker } = setUp();
    Object.assign(database, { answersProbes: false, lateMilliseconds: timeout });
    const slow = breaker.execute(answerAfter(3 * timeout));
    await vi.advanceTimersByTimeAsync(2 * timeout);
    Object.assign(database, { answersProbes: true });
    await vi.advanceTimersByTimeAsync(timeout);
    expect(await slow).toBe('rows');
    expect(database.timesClosed).toBe(0);
  });

  it('waits longer until the wait is limited, as a start does that nobody waits for', async () => {
    const { database, breaker, expectRefusal } = setUp();
    breaker.limitWait(8 * timeout);
    database.answersProbes = false;
    const slow = breaker.execute(answerAfter(7 * timeout));
    await vi.advanceTimersByTimeAsync(7 * timeout);
    expect(await slow).toBe('rows');
    // The probe that was under way ends.
    await vi.advanceTimersByTimeAsync(8 * timeout);
    breaker.limitWait(timeout);
    await expectRefusal();
  });

  it('closes the circuit by a probe that takes longer than a request may wait', async () => {
    const { database, breaker, expectRefusal } = setUp();
    database.answersProbes = false;
    await expectRefusal();
    Object.assign(database, { answersProbes: true, answersAfter: 4 * timeout });
    await vi.advanceTimersByTimeAsync(6 * timeout);
    expect(await breaker.execute(async () => 'rows')).toBe('rows');
  });

  it('trips once when the machine gets slow, waits longer for a minute, and then as before', async () => {
    const { database, breaker, expectRefusal } = setUp();
    Object.assign(database, { answersProbes: true, answersAfter: 2 * timeout });
    await expectRefusal();
    await vi.advanceTimersByTimeAsync(4 * timeout);
    const slow = breaker.execute(answerAfter(4 * timeout));
    await vi.advanceTimersByTimeAsync(8 * timeout);
    expect(await slow).toBe('rows');
    expect(database.timesClosed).toBe(1);

    await vi.advanceTimersByTimeAsync(60_000);
    database.answersProbes = false;
    await expectRefusal();
    expect(database.timesClosed).toBe(2);
  });
});

it('takes a machine that hung, and is as fast as before, for no slow one', async () => {
  const { database, expectRefusal } = setUp();
  Object.assign(database, { answersProbes: true, answersAfter: 4 * timeout });
  for (const trips of [1, 2]) {
    await expectRefusal();
    expect(database.timesClosed).toBe(trips);
    // A probe is under way; it is answered once the machine goes on, as are those after it.
    await vi.advanceTimersByTimeAsync(timeout);
    database.answersAfter = 0;
    await vi.advanceTimersByTimeAsync(6 * timeout);
    database.answersAfter = 4 * timeout;
  }
});

describe('while the database can only be read', () => {
  const refusal = Object.assign(new Error('cannot execute INSERT in a read-only transaction'), {
    code: '25006',
  });
  const write = (breaker: ReturnType<typeof setUp>['breaker']) =>
    breaker.execute(() => Promise.reject(refusal));

  it('answers reads, and renews the connections at once and then once a second', async () => {
    const { database, breaker } = setUp();
    for (const renewals of [1, 1, 2, 2]) {
      await expect(write(breaker)).rejects.toBe(refusal);
      expect(await breaker.execute(async () => 'rows')).toBe('rows');
      expect(database.renewals).toBe(renewals);
      await vi.advanceTimersByTimeAsync(600);
    }
    expect([breaker.isOpen(), database.timesClosed]).toEqual([false, 0]);
  });

  it('logs when that begins, and when something was written again', async () => {
    const { database, breaker } = setUp();
    for (const _time of [1, 2]) {
      await expect(write(breaker)).rejects.toBe(refusal);
      await breaker.execute(async () => 'rows');
    }
    expect(database.lines).toEqual([expect.stringMatching(/^The database can only be read/)]);
    for (const _time of [1, 2]) await breaker.execute(async () => 'written');
    expect(database.lines.slice(1)).toEqual(['The database can be written again.']);
  });
});

it('regards whatever prevents a connection as an outage', async () => {
  const { breaker } = setUp();
  for (const code of ['ENOENT', '28P01', '28000', '3D000', undefined]) {
    const refusal = Object.assign(new Error('no connection'), code && { code });
    await expect(breaker.acquire(() => Promise.reject(refusal), vi.fn())).rejects.toMatchObject({
      code: '08006',
      message: 'no connection',
      cause: refusal,
    });
  }
});

it('logs once that connections are refused, and once that they are accepted again', async () => {
  const { database, breaker } = setUp();
  const refusal = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  for (const _time of [1, 2]) {
    await expect(breaker.acquire(() => Promise.reject(refusal), vi.fn())).rejects.toBe(refusal);
  }
  expect(database.lines).toEqual([gone]);
  await breaker.acquire(async () => 'connection', vi.fn());
  for (const _time of [1, 2]) await breaker.execute(async () => 'rows');
  expect(database.lines).toEqual([gone, back]);
});

it('leaves no timer behind when it stops', async () => {
  const { breaker } = setUp();
  void breaker.execute(never);
  breaker.stop();
  expect(vi.getTimerCount()).toBe(0);
});

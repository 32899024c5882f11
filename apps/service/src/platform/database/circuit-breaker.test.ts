import { setImmediate as readSockets } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  CircuitBreaker,
  type CircuitBreakerOptions,
  REQUEST_TIMEOUT_MILLISECONDS,
} from './circuit-breaker.ts';
import { databaseTimeout } from './unreachable.ts';

const timeout = REQUEST_TIMEOUT_MILLISECONDS;
const outage = { code: '08006', message: 'The database does not answer.' };

const gone = 'The database cannot be reached. Until it can, requests are refused with 503.';
const back = 'The database responds again.';

/** A database whose probes are answered as the test says, and the breaker in front of it. */
function setUp(options: Partial<CircuitBreakerOptions> = {}) {
  const database = {
    probes: 0,
    lines: [] as string[],
    timesClosed: 0,
    renewals: 0,
    answersProbes: true,
    answersAfter: 0,
    bytes: 0,
    /** How much later than its time limit an unanswered probe fails. */
    lateMilliseconds: 0,
  };
  const unanswered = new Set<(error: Error) => void>();
  const record = (line: string) => void database.lines.push(line);
  const log = { error: (_facts: object, line: string) => record(line), info: record };
  const breaker = new CircuitBreaker({
    timeoutMilliseconds: timeout,
    probe: async (milliseconds) => {
      database.probes += 1;
      if (database.answersProbes) {
        // A probe fails if it takes longer without a byte.
        await wait(Math.min(database.answersAfter, milliseconds));
        if (database.answersAfter <= milliseconds) return;
        throw new Error('no answer');
      }
      await wait(milliseconds + database.lateMilliseconds);
      throw new Error('no answer');
    },
    bytesReceived: () => database.bytes,
    renewConnections: () => {
      database.renewals += 1;
    },
    closeConnections: () => {
      database.timesClosed += 1;
      for (const reject of unanswered) reject(databaseTimeout());
    },
    log: log as never,
    ...options,
  });
  const answer = async () => {
    database.bytes += 1;
    return 'rows';
  };
  /** A statement that waits until its connection is closed. */
  const never = () => new Promise<never>((_resolve, reject) => void unanswered.add(reject));
  return {
    database,
    breaker,
    never,
    answer,
    /** A statement that the database answers after this time. */
    answerAfter: (milliseconds: number) => async () => {
      await wait(milliseconds);
      return await answer();
    },
    /** Expects that an operation without an answer is refused after this time. */
    expectRefusal: async (afterMilliseconds = timeout) => {
      const refused = expect(breaker.execute(never)).rejects.toMatchObject(outage);
      await vi.advanceTimersByTimeAsync(afterMilliseconds);
      await refused;
    },
  };
}

const wait = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
  });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the circuit breaker, while the database answers,', () => {
  it('passes results and errors on without a probe', async () => {
    const { database, breaker, answer } = setUp();
    expect(await breaker.execute(answer)).toBe('rows');
    await expect(breaker.execute(() => Promise.reject(new Error('duplicate')))).rejects.toThrow(
      'duplicate',
    );
    await vi.advanceTimersByTimeAsync(10 * timeout);
    expect(database.probes).toBe(0);
  });

  it('sends no probe as long as answers come, however busy the database is', async () => {
    const { database, breaker, answer, answerAfter } = setUp();
    const slow = breaker.execute(answerAfter(5 * timeout));
    for (let elapsed = 0; elapsed < 5 * timeout; elapsed += 100) {
      await breaker.execute(answer);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(await slow).toBe('rows');
    expect(database.probes).toBe(0);
  });

  it('waits for a slow statement whose database answers the probe', async () => {
    const { database, breaker, answerAfter } = setUp();
    const slow = breaker.execute(answerAfter(20 * timeout));
    await vi.advanceTimersByTimeAsync(20 * timeout);
    expect(await slow).toBe('rows');
    expect(database.probes).toBeGreaterThan(0);
    expect(database.lines).toEqual([]);
  });
});

describe('the circuit breaker, while the database does not respond,', () => {
  it('rejects every waiting operation, before a request has taken two seconds', async () => {
    const { database, breaker, never } = setUp();
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
    const { database, breaker, expectRefusal, never } = setUp();
    database.answersProbes = false;
    await expectRefusal();
    const operation = vi.fn(never);
    await expect(breaker.execute(operation)).rejects.toMatchObject(outage);
    expect(operation).not.toHaveBeenCalled();
    expect(breaker.isOpen).toBe(true);
  });

  it('logs once when the outage begins, and once when it ends', async () => {
    const { database, breaker, expectRefusal, answer } = setUp();
    database.answersProbes = false;
    await expectRefusal(20 * timeout);
    expect(database.lines).toEqual([gone]);
    database.answersProbes = true;
    await vi.advanceTimersByTimeAsync(timeout);
    for (const _time of [1, 2]) expect(await breaker.execute(answer)).toBe('rows');
    expect(database.lines).toEqual([gone, back]);
  });

  it('does not treat the acquiring of connections as an answer, however many are acquired', async () => {
    const { database, breaker, never } = setUp();
    database.answersProbes = false;
    const refused = [expect(breaker.execute(never)).rejects.toMatchObject(outage)];
    for (let elapsed = 0; elapsed < timeout; elapsed += 100) {
      await breaker.acquire(async () => 'connection');
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
});

it('the circuit breaker does not open the circuit if an answer came while the probe failed', async () => {
  const { database, breaker, answerAfter } = setUp();
  database.answersProbes = false;
  const slow = breaker.execute(answerAfter(timeout * 0.75));
  const other = breaker.execute(answerAfter(timeout * 0.9));
  await vi.advanceTimersByTimeAsync(timeout);
  expect([await slow, await other]).toEqual(['rows', 'rows']);
  expect(database.timesClosed).toBe(0);
});

describe('the circuit breaker, on a slow machine,', () => {
  it('stays closed as long as bytes arrive, before any statement is answered', async () => {
    const { database, breaker, answerAfter } = setUp();
    database.answersProbes = false;
    const slow = breaker.execute(answerAfter(10 * timeout));
    for (let elapsed = 0; elapsed < 10 * timeout; elapsed += timeout / 2) {
      database.bytes += 1;
      await vi.advanceTimersByTimeAsync(timeout / 2);
    }
    expect(await slow).toBe('rows');
    expect(database.timesClosed).toBe(0);
  });

  it('ignores a failed probe if the process itself did not run at the time', async () => {
    const { database, breaker, answerAfter } = setUp();
    Object.assign(database, { answersProbes: false, lateMilliseconds: timeout });
    const slow = breaker.execute(answerAfter(3 * timeout));
    await vi.advanceTimersByTimeAsync(2 * timeout);
    Object.assign(database, { answersProbes: true });
    await vi.advanceTimersByTimeAsync(timeout);
    expect(await slow).toBe('rows');
    expect(database.timesClosed).toBe(0);
  });

  it('waits longer while the service starts, until the service shortens the wait', async () => {
    const { database, breaker, expectRefusal, answerAfter } = setUp();
    breaker.limitWait(8 * timeout);
    database.answersProbes = false;
    const slow = breaker.execute(answerAfter(7 * timeout));
    await vi.advanceTimersByTimeAsync(7 * timeout);
    expect(await slow).toBe('rows');
    // The current probe ends.
    await vi.advanceTimersByTimeAsync(8 * timeout);
    breaker.limitWait(timeout);
    await expectRefusal();
  });

  it('closes the circuit again after a probe that takes longer than a request may wait', async () => {
    const { database, breaker, expectRefusal, answer } = setUp();
    database.answersProbes = false;
    await expectRefusal();
    Object.assign(database, { answersProbes: true, answersAfter: 4 * timeout });
    await vi.advanceTimersByTimeAsync(6 * timeout);
    expect(await breaker.execute(answer)).toBe('rows');
  });

  it('opens once when the machine gets slow, then waits longer for a minute, and after that as before', async () => {
    const { database, breaker, expectRefusal, answerAfter } = setUp();
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

it('the circuit breaker limits its wait on a slow machine', async () => {
  const { database, breaker, never, expectRefusal } = setUp({
    slowTimeoutMilliseconds: 2 * timeout,
  });
  database.answersAfter = 2 * timeout;
  await expectRefusal();
  await vi.advanceTimersByTimeAsync(4 * timeout);
  database.answersProbes = false;
  const refused = expect(breaker.execute(never)).rejects.toMatchObject(outage);
  // Three times as long as a probe took would be six timeouts.
  await vi.advanceTimersByTimeAsync(3 * timeout);
  await readSockets();
  expect(database.timesClosed).toBe(2);
  await refused;
});

it('the circuit breaker does not treat a machine that hung for a moment as a slow one', async () => {
  const { database, expectRefusal } = setUp();
  Object.assign(database, { answersProbes: true, answersAfter: 4 * timeout });
  for (const trips of [1, 2]) {
    await expectRefusal();
    expect(database.timesClosed).toBe(trips);
    // A probe is running. It is answered once the machine continues, as are the next ones.
    await vi.advanceTimersByTimeAsync(timeout);
    database.answersAfter = 0;
    await vi.advanceTimersByTimeAsync(6 * timeout);
    database.answersAfter = 4 * timeout;
  }
});

describe('the circuit breaker, while the database is read-only,', () => {
  const refusal = Object.assign(new Error('cannot execute INSERT in a read-only transaction'), {
    code: '25006',
  });
  const write = (breaker: ReturnType<typeof setUp>['breaker']) =>
    breaker.execute(() => Promise.reject(refusal));

  it('answers reads, and renews the connections at once and then once a second', async () => {
    const { database, breaker, answer } = setUp();
    for (const renewals of [1, 1, 2, 2]) {
      await expect(write(breaker)).rejects.toBe(refusal);
      expect(await breaker.execute(answer)).toBe('rows');
      expect(database.renewals).toBe(renewals);
      await vi.advanceTimersByTimeAsync(600);
    }
    expect([breaker.isOpen, database.timesClosed]).toEqual([false, 0]);
  });

  it('logs when this state begins, and logs the first successful write after it', async () => {
    const { database, breaker, answer } = setUp();
    for (const _time of [1, 2]) {
      await expect(write(breaker)).rejects.toBe(refusal);
      await breaker.execute(answer);
    }
    expect(database.lines).toEqual([expect.stringMatching(/^The database is read-only/)]);
    await vi.advanceTimersByTimeAsync(10_000);
    for (const _time of [1, 2]) await breaker.execute(async () => ({ command: 'INSERT' }));
    expect(database.lines.slice(1)).toEqual(['The database accepts writes again.']);
  });
});

it('the circuit breaker logs once that the disk is full, and once that writes are accepted again, although some succeed in between', async () => {
  const { database, breaker } = setUp();
  const full = Object.assign(new Error('could not extend file'), { code: '53100' });
  const write = async () => await breaker.execute(async () => ({ command: 'INSERT' }));
  for (const _time of [1, 2, 3]) {
    await expect(breaker.execute(() => Promise.reject(full))).rejects.toBe(full);
    await vi.advanceTimersByTimeAsync(9_000);
    await write();
  }
  expect(database.lines).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000);
  await write();
  expect(database.lines).toEqual([
    expect.stringMatching(/^The disk of the database is full\./),
    'The database accepts writes again.',
  ]);
  expect([breaker.isOpen, database.renewals]).toEqual([false, 0]);
});

it('the circuit breaker treats every failed connection as an outage', async () => {
  const { breaker } = setUp();
  for (const code of ['ENOENT', '28P01', '28000', '3D000', undefined]) {
    const refusal = Object.assign(new Error('no connection'), code && { code });
    await expect(breaker.acquire(() => Promise.reject(refusal))).rejects.toMatchObject({
      code: '08006',
      message: 'no connection',
      cause: refusal,
    });
  }
});

it('the circuit breaker logs once that connections are refused, and once that they are accepted again', async () => {
  const { database, breaker, answer } = setUp();
  const refusal = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  for (const _time of [1, 2]) {
    await expect(breaker.acquire(() => Promise.reject(refusal))).rejects.toBe(refusal);
  }
  expect(database.lines).toEqual([gone]);
  await breaker.acquire(async () => 'connection');
  for (const _time of [1, 2]) await breaker.execute(answer);
  expect(database.lines).toEqual([gone, back]);
});

it('the circuit breaker leaves no timer behind when it stops', async () => {
  const { breaker, never } = setUp();
  void breaker.execute(never);
  breaker.stop();
  expect(vi.getTimerCount()).toBe(0);
});

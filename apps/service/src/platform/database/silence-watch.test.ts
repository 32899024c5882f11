import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSilenceWatch, REQUEST_PATIENCE_MILLISECONDS } from './silence-watch.ts';

const patience = REQUEST_PATIENCE_MILLISECONDS;
const silence = { code: '08006', message: 'The database does not answer.' };
const never = () => new Promise<never>(() => {});

const gone = 'The database cannot be reached. Until it can, requests are refused with 503.';
const back = 'The database answers again.';

class Answer extends Error {}

/** A database whose probes are answered as the test says, and the watch over it. */
function watchDatabase() {
  const database = { probes: 0, lines: [] as string[], givenUp: 0, answersProbes: true };
  const note = (line: string) => void database.lines.push(line);
  const log = { error: (_facts: object, line: string) => note(line), info: note };
  const watch = createSilenceWatch({
    patienceMilliseconds: patience,
    probe: async (milliseconds) => {
      database.probes += 1;
      if (database.answersProbes) return;
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      throw new Error('no sign of life');
    },
    isAnswer: (error) => error instanceof Answer,
    giveUp: async () => {
      database.givenUp += 1;
    },
    log: log as never,
  });
  return { database, watch };
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
  it('hands through what comes, errors included, without a probe', async () => {
    const { database, watch } = watchDatabase();
    expect(await watch.ask(async () => 'rows')).toBe('rows');
    await expect(watch.ask(() => Promise.reject(new Answer('duplicate')))).rejects.toThrow(
      'duplicate',
    );
    await vi.advanceTimersByTimeAsync(10 * patience);
    expect(database.probes).toBe(0);
  });

  it('sends no probe however long it is busy, as long as answers come', async () => {
    const { database, watch } = watchDatabase();
    const slow = watch.ask(answerAfter(5 * patience));
    for (let elapsed = 0; elapsed < 5 * patience; elapsed += 100) {
      await watch.ask(async () => 'rows');
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(await slow).toBe('rows');
    expect(database.probes).toBe(0);
  });

  it('waits for a slow statement whose database shows life when probed', async () => {
    const { database, watch } = watchDatabase();
    const slow = watch.ask(answerAfter(20 * patience));
    await vi.advanceTimersByTimeAsync(20 * patience);
    expect(await slow).toBe('rows');
    expect(database.probes).toBeGreaterThan(0);
    expect(database.lines).toEqual([]);
  });
});

describe('while the database is silent', () => {
  it('tells everybody who waits, before a request has taken two seconds', async () => {
    const { database, watch } = watchDatabase();
    database.answersProbes = false;
    const refused = expect(watch.ask(never)).rejects.toMatchObject(silence);
    await vi.advanceTimersByTimeAsync(patience / 2);
    const later = expect(watch.ask(never)).rejects.toMatchObject(silence);
    await vi.advanceTimersByTimeAsync(patience / 2);
    await Promise.all([refused, later]);
    expect(patience).toBeLessThan(2_000);
    expect(database.givenUp).toBe(1);
  });

  it('refuses at once whoever comes, and asks the database nothing but the probe', async () => {
    const { database, watch } = watchDatabase();
    database.answersProbes = false;
    const refused = expect(watch.ask(never)).rejects.toMatchObject(silence);
    await vi.advanceTimersByTimeAsync(patience);
    await refused;
    const operation = vi.fn(never);
    await expect(watch.ask(operation)).rejects.toMatchObject(silence);
    expect(operation).not.toHaveBeenCalled();
    expect(watch.isSilent()).toBe(true);
  });

  it('says when it begins and when it ends, once', async () => {
    const { database, watch } = watchDatabase();
    database.answersProbes = false;
    const refused = expect(watch.ask(never)).rejects.toMatchObject(silence);
    await vi.advanceTimersByTimeAsync(20 * patience);
    await refused;
    expect(database.lines).toEqual([gone]);
    database.answersProbes = true;
    await vi.advanceTimersByTimeAsync(patience);
    for (const _time of [1, 2]) expect(await watch.ask(async () => 'rows')).toBe('rows');
    expect(database.lines).toEqual([gone, back]);
  });

  it('is not misled by connections that were there before, however many are taken', async () => {
    const { database, watch } = watchDatabase();
    database.answersProbes = false;
    const refused = [expect(watch.ask(never)).rejects.toMatchObject(silence)];
    for (let elapsed = 0; elapsed < patience; elapsed += 100) {
      await watch.take(async () => 'connection', vi.fn());
      refused.push(expect(watch.ask(never)).rejects.toMatchObject(silence));
      await vi.advanceTimersByTimeAsync(100);
    }
    await Promise.all(refused);
  });

  it('notices a second silence as it did the first', async () => {
    const { database, watch } = watchDatabase();
    for (const _time of [1, 2]) {
      database.answersProbes = false;
      const refused = expect(watch.ask(never)).rejects.toMatchObject(silence);
      await vi.advanceTimersByTimeAsync(patience);
      await refused;
      database.answersProbes = true;
      await vi.advanceTimersByTimeAsync(patience);
    }
    expect(database.givenUp).toBe(2);
  });

  it('gives what comes too late to whoever cleans up', async () => {
    const { database, watch } = watchDatabase();
    database.answersProbes = false;
    const abandon = vi.fn();
    const refused = expect(watch.take(answerAfter(3 * patience), abandon)).rejects.toMatchObject(
      silence,
    );
    await vi.advanceTimersByTimeAsync(patience);
    await refused;
    await vi.advanceTimersByTimeAsync(2 * patience);
    expect(abandon).toHaveBeenCalledExactlyOnceWith('rows');
  });
});

it('takes no silence for one in which an answer came while the probe failed', async () => {
  const { database, watch } = watchDatabase();
  database.answersProbes = false;
  const slow = watch.ask(answerAfter(patience * 0.75));
  const other = watch.ask(answerAfter(patience * 0.9));
  await vi.advanceTimersByTimeAsync(patience);
  expect([await slow, await other]).toEqual(['rows', 'rows']);
  expect(database.givenUp).toBe(0);
});

it('says once that connections are refused, and once that they are not any more', async () => {
  const { database, watch } = watchDatabase();
  const refusal = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  for (const _time of [1, 2]) {
    await expect(watch.take(() => Promise.reject(refusal), vi.fn())).rejects.toBe(refusal);
  }
  expect(database.lines).toEqual([gone]);
  await watch.take(async () => 'connection', vi.fn());
  for (const _time of [1, 2]) await watch.ask(async () => 'rows');
  expect(database.lines).toEqual([gone, back]);
});

it('leaves no timer behind when it stops', async () => {
  const { watch } = watchDatabase();
  void watch.ask(never);
  watch.stop();
  expect(vi.getTimerCount()).toBe(0);
});

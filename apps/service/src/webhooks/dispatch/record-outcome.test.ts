import { describe, expect, it } from 'vitest';
import { noon } from '../../testing/builders.ts';
import { after } from '../testing/fixtures.ts';
import { createRecording } from './record-outcome.ts';
import type { FinishedAttempt } from './store/attempts.ts';

const attemptOf = (id: string): FinishedAttempt => ({
  delivery: { id, leasedUntil: after(30), payload: '{}' },
  status: 'success',
  url: 'https://courtside.example/webhooks',
  payload: '{}',
  statusCode: 204,
  responseBody: '',
  errorMessage: null,
  maxAttempts: 10,
  startedAt: noon,
  finishedAt: noon,
  nextAttemptAt: null,
});

/** A database that answers each statement as the test says, and records the ids of the deliveries. */
function setUp(write: (ids: string[], index: number) => boolean[]) {
  const statements: string[][] = [];
  const state = { now: noon, stopping: false };
  const record = createRecording({
    recordAll: async (attempts) => {
      const ids = attempts.map(({ delivery }) => delivery.id);
      return write(ids, statements.push(ids));
    },
    clock: () => state.now,
    pauseMilliseconds: 1,
    isStopping: () => state.stopping,
  });
  return { statements, state, record };
}

function gone(): never {
  throw new Error('The connection was lost.');
}

describe('an outcome', () => {
  it('is stored before its lease ends if the database refuses it at first', async () => {
    const { record, statements } = setUp((ids, index) =>
      index < 4 ? gone() : ids.map(() => true),
    );
    expect(await record(attemptOf('one'))).toBe(true);
    expect(statements).toHaveLength(4);
  });

  it('does not affect others in the same statement if the database always refuses it', async () => {
    const { record, state, statements } = setUp((ids) => {
      if (ids.length === 1 && ids[0] === 'bad') state.now = after(30);
      return ids.includes('bad') ? gone() : ids.map(() => true);
    });
    const ends = await Promise.allSettled(['one', 'bad', 'two'].map((id) => record(attemptOf(id))));
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(statements[0]).toEqual(['one', 'bad', 'two']);
    expect(statements.filter((ids) => ids.includes('bad'))).toHaveLength(2);
  });

  it('counts as stored if only the answer of the database was lost', async () => {
    const { record } = setUp((_ids, index) => (index === 1 ? gone() : [false]));
    expect(await record(attemptOf('one'))).toBe(true);
  });

  it('of a lost lease is reported', async () => {
    const { record, statements } = setUp(() => [false]);
    expect(await record(attemptOf('one'))).toBe(false);
    expect(statements).toHaveLength(1);
  });

  it('is dropped after its lease, and at once when the dispatcher stops', async () => {
    const { record, state, statements } = setUp(gone);
    state.now = after(30);
    await expect(record(attemptOf('one'))).rejects.toThrow('connection was lost');
    state.now = noon;
    state.stopping = true;
    await expect(record(attemptOf('one'))).rejects.toThrow('connection was lost');
    expect(statements).toHaveLength(2);
  });
});

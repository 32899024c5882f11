import { setImmediate as endOfTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { gatherWhileBusy } from './write-batcher.ts';

/** Writes that end when they are told to. */
function setUp() {
  const statements: { writes: number[]; end: PromiseWithResolvers<void> }[] = [];
  const write = gatherWhileBusy(async (writes: number[]) => {
    const end = Promise.withResolvers<void>();
    statements.push({ writes, end });
    await end.promise;
    return writes.map((each) => each * 2);
  });
  const turns = async () => {
    for (let turn = 0; turn < 5; turn += 1) await endOfTurn();
  };
  return { statements, write, turns };
}

describe('gatherWhileBusy', () => {
  it('writes what comes in while it is busy by one statement, one statement at a time', async () => {
    const { statements, write, turns } = setUp();
    const first = write(1);
    await turns();
    const later = [write(2), write(3)];
    await turns();
    later.push(write(4));
    await turns();
    expect(statements.map(({ writes }) => writes)).toEqual([[1]]);

    statements[0]?.end.resolve();
    expect(await first).toBe(2);
    await turns();
    expect(statements.map(({ writes }) => writes)).toEqual([[1], [2, 3, 4]]);
    statements[1]?.end.resolve();
    expect(await Promise.all(later)).toEqual([4, 6, 8]);
  });

  it('fails those of a statement that fails, and no other', async () => {
    const { statements, write, turns } = setUp();
    const first = write(1);
    await turns();
    const second = write(2);
    const failed = expect(first).rejects.toThrow('gone');
    statements[0]?.end.reject(new Error('gone'));
    await failed;
    await turns();
    statements[1]?.end.resolve();
    expect(await second).toBe(4);
  });
});

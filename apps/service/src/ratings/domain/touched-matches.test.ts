import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DuePosition, Reason } from '../settlement/store/due-positions.ts';
import type { LedgerMatch } from '../store/ledger.ts';
import {
  comparePositions,
  FIRST_POSITION,
  LAST_POSITION,
  mergeReasons,
  positionBefore,
  type Reach,
  reachDue,
  touchedMatches,
} from './touched-matches.ts';

const day = (number: number) => new Date(Date.UTC(2026, 0, number));

const late: Reason = { cause: 'late', matchId: 'mat_late' };

/** A match on a day of January. Its arrival is the number of the day. */
const matchOn = (number: number, players: string[], unrated: string[] = []): LedgerMatch => ({
  ...{ id: `mat_${number}`, batchId: 'bat_1', matchDate: day(number), arrival: number },
  ...{ sport: 'padel', brackets: ['overall-open'], games: [], unrated: new Set(unrated) },
  teams: players.map((player) => [player]),
  memberNumbers: players.map((_, index) => index),
});

const dueOn = (number: number, memberIds: string[], reason = late) =>
  ({ memberIds, matchDate: day(number), arrival: number, ...reason }) as DuePosition;

const touch = (page: LedgerMatch[], reach: Reach, due: DuePosition[] = []) => {
  const { matches, joined, bystanders } = touchedMatches(page, reach, due);
  const named = (positions: { memberId: string; arrival: number }[]) =>
    positions.map(({ memberId, arrival }) => `${memberId} ${arrival}`);
  return {
    matches: matches.map(({ id }) => id),
    joined: named(joined),
    bystanders: named(bystanders),
  };
};

// A change reaches each player whose ratings it can change. A due position is a place from which ratings are out of date.
describe('the matches to rate again', () => {
  it('are all matches if everyone is reached', () => {
    expect(touch([matchOn(1, ['a', 'b'])], 'everyone', [dueOn(1, ['a'])])).toEqual({
      ...{ matches: ['mat_1'], joined: [], bystanders: [] },
    });
  });

  it('are those of reached players, and later ones of the players they meet', () => {
    const reach = new Map([['a', late]]);
    const page = [matchOn(1, ['b', 'c']), matchOn(2, ['a', 'b']), matchOn(3, ['b', 'c'])];
    expect(touch([...page, matchOn(4, ['x', 'y'])], reach)).toEqual({
      ...{ matches: ['mat_2', 'mat_3'], joined: ['b 2', 'c 3'], bystanders: [] },
    });
    expect(reach.get('c')).toEqual(late);
  });

  it('do not reach players that they do not move, who become bystanders', () => {
    const reach = new Map([['a', late]]);
    const page = [matchOn(2, ['a', 'b'], ['b']), matchOn(3, ['b', 'c'])];
    expect(touch(page, reach)).toEqual({
      ...{ matches: ['mat_2'], joined: [], bystanders: ['b 2'] },
    });
  });

  it('begin at a due position, which is removed', () => {
    const due = [dueOn(2, ['b']), dueOn(9, ['x'])];
    const page = [matchOn(1, ['b', 'c']), matchOn(2, ['b', 'c'])];
    expect(touch(page, new Map(), due)).toEqual({
      ...{ matches: ['mat_2'], joined: ['b 2', 'c 2'], bystanders: [] },
    });
    expect(due.map(({ arrival }) => arrival)).toEqual([9]);
  });

  it('have the reason that their players share, or a combined one', () => {
    const other: Reason = { cause: 'void', matchId: 'mat_void' };
    const reach = new Map([
      ['a', late],
      ['b', other],
    ]);
    touch([matchOn(1, ['a', 'b', 'c'])], reach);
    expect(reach.get('c')).toEqual({ cause: 'settlement', matchId: null });
    expect(reach.get('a')).toEqual({ cause: 'settlement', matchId: null });
  });
});

describe('a due position', () => {
  it('reaches all its players if no match follows', () => {
    const reach = new Map([['b', late]]);
    const due = [dueOn(1, ['a', 'b']), dueOn(5, ['c'])];
    expect(reachDue(reach, due, null).map(({ memberId }) => memberId)).toEqual(['a', 'c']);
    expect([...reach.keys()]).toEqual(['b', 'a', 'c']);
    expect(due).toEqual([]);
  });

  it('for several reasons has a combined one', () => {
    const reach = new Map([['a', late]]);
    reachDue(reach, [dueOn(1, ['a'], { cause: 'late', matchId: 'mat_other' })], null);
    expect(reach.get('a')).toEqual({ cause: 'late', matchId: null });
  });
});

describe('the reason of a player who is reached twice', () => {
  it('names the match if both are the same, and none otherwise', () => {
    expect(mergeReasons(late, { ...late })).toEqual(late);
    const several = { cause: 'late', matchId: null };
    expect(mergeReasons(late, { ...late, matchId: 'mat_2' })).toEqual(several);
  });

  it('is a settlement if the causes differ, in either order', () => {
    const taken: Reason = { ...late, cause: 'void' };
    const both = { cause: 'settlement', matchId: null };
    expect(mergeReasons(late, taken)).toEqual(both);
    expect(mergeReasons(taken, late)).toEqual(both);
  });
});

const position = fc.record({
  matchDate: fc.constantFrom('0001-01-01', '2026-09-12', '9999-12-31').map((day) => new Date(day)),
  arrival: fc.integer({ min: 1, max: 1_000 }),
});

describe('the positions of a ledger', () => {
  it('are ordered by the day of play, and within a day by arrival', () => {
    const at = (day: string, arrival: number) => ({ matchDate: new Date(day), arrival });
    const ordered = [at('2026-09-11', 9), at('2026-09-12', 1), at('2026-09-12', 2)];
    expect(ordered.toReversed().toSorted(comparePositions)).toEqual(ordered);
    expect(comparePositions(at('2026-09-11', 9), at('2026-09-11', 9))).toBe(0);
  });

  it('are between the first and the last position', () => {
    fc.assert(
      fc.property(position, (one) => {
        expect(comparePositions(FIRST_POSITION, one)).toBeLessThan(0);
        expect(comparePositions(LAST_POSITION, one)).toBeGreaterThan(0);
      }),
    );
  });

  it('have a first and a last day on which nobody plays', () => {
    const days = [FIRST_POSITION, LAST_POSITION].map(({ matchDate }) => matchDate.toISOString());
    expect(days).toEqual(['0001-01-01T00:00:00.000Z', '9999-12-31T00:00:00.000Z']);
    const matchDate = new Date('2026-09-12');
    expect(positionBefore({ matchDate, arrival: 7 })).toEqual({ matchDate, arrival: 6 });
  });

  it('have no position between one and the one before it', () => {
    fc.assert(
      fc.property(position, position, (one, other) => {
        const isBefore = comparePositions(other, one) < 0;
        expect(comparePositions(other, positionBefore(one)) <= 0).toBe(isBefore);
      }),
    );
  });
});

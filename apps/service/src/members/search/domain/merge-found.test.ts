import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FoundPlayer } from '../store/search-filter.ts';
import { mergeFound } from './merge-found.ts';

const player = (memberNumber: number, name: string, value: number | null): FoundPlayer => ({
  ...{ id: `mem_${memberNumber}`, memberNumber, name, value },
});
const numbers = (players: readonly FoundPlayer[]) =>
  players.map(({ memberNumber }) => memberNumber);

describe('players found in two ways', () => {
  const mike = player(3, 'b mike', 4_200);
  const ana = player(2, 'b ana', null);
  const zoe = player(1, 'b zoë', 4_300);
  const twin = player(4, 'b mike', 4_200);

  it('are each there once', () => {
    expect(mergeFound('name', [mike, ana], [ana, mike])).toEqual([ana, mike]);
  });

  it('come by name, and of one name by number', () => {
    expect(numbers(mergeFound('name', [twin, zoe], [mike, ana]))).toEqual([2, 3, 4, 1]);
  });

  it('come by name as the database orders them: by bytes, which is not by UTF-16', () => {
    const [emoji, fullwidth] = [player(1, 'b 😀', null), player(2, 'b ～', null)];
    expect(numbers(mergeFound('name', [emoji], [fullwidth]))).toEqual([2, 1]);
  });

  it.each(['rating', 'activity'] as const)(
    'come by %s with the highest first, and those without one last',
    (sort) => {
      const newcomer = player(9, '', null);
      expect(numbers(mergeFound(sort, [newcomer, twin, ana], [mike, zoe]))).toEqual([
        1, 3, 4, 2, 9,
      ]);
    },
  );

  it('come in the same order, whichever way found them', () => {
    const found = fc.uniqueArray(
      fc.tuple(fc.nat(50), fc.constantFrom('a', 'b', 'é'), fc.option(fc.nat(3))),
      { selector: ([number]) => number },
    );
    fc.assert(
      fc.property(found, fc.nat(50), fc.constantFrom('name', 'rating'), (rows, cut, sort) => {
        const players = rows.map((row) => player(...row));
        const whole = mergeFound(sort, players, []);
        expect(mergeFound(sort, players.slice(cut), players.slice(0, cut))).toEqual(whole);
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { type PreviousSecret, supersede } from './rotation.ts';

const now = new Date('2026-09-12T12:00:00Z');
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);

describe('supersede', () => {
  it('lets the replaced secret sign for 24 hours', () => {
    expect(supersede('a', [], now)).toEqual([{ secret: 'a', expiresAt: hours(24) }]);
  });

  it('keeps those replaced before to their own end, and forgets those at theirs', () => {
    const previous = [
      { secret: 'b', expiresAt: hours(1) },
      { secret: 'c', expiresAt: hours(0) },
    ];
    expect(supersede('a', previous, now)).toEqual([
      { secret: 'a', expiresAt: hours(24) },
      { secret: 'b', expiresAt: hours(1) },
    ]);
  });

  it('ends the oldest of more than ten', () => {
    let previous: PreviousSecret[] = [];
    for (let count = 0; count < 12; count += 1) previous = supersede(`${count}`, previous, now);
    expect(previous.map(({ secret }) => secret)).toEqual([
      '11',
      '10',
      '9',
      '8',
      '7',
      '6',
      '5',
      '4',
      '3',
      '2',
    ]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  gamesIn,
  isOfFirstRelease,
  lastPlayedIn,
  openIn,
  packPair,
  packPlayed,
  partnerIn,
} from './packed-numbers.ts';

const anyMoment = fc.oneof(
  fc.constant(Number.NaN),
  fc.integer({ min: Date.UTC(1715, 0, 1), max: Date.UTC(2285, 0, 1) }),
);

/** Returns a number as the database stores it: eight bytes, the most significant first. */
function stored(number: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, number);
  return view.getFloat64(0);
}

describe('a packed number', () => {
  it('holds every partner and open difference of the model', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 32 }),
        fc.integer({ min: 0, max: 2 ** 20 - 1 }),
        (partner, steps) => {
          const pair = packPair(partner, steps / 2 ** 14);
          expect(Number.isSafeInteger(pair)).toBe(true);
          expect([partnerIn(pair), openIn(pair)]).toEqual([partner, steps / 2 ** 14]);
        },
      ),
    );
  });

  it('holds every number of games and every time that the service stores', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200_000 }), anyMoment, (games, lastPlayed) => {
        const played = stored(packPlayed(games, lastPlayed));
        expect([gamesIn(played), lastPlayedIn(played)]).toEqual([games, lastPlayed]);
        expect(Number.isFinite(played)).toBe(true);
      }),
    );
  });

  it('differs for each game and millisecond', () => {
    const at = Date.UTC(2026, 8, 12);
    const packed = [packPlayed(3, at), packPlayed(4, at), packPlayed(3, at + 1)];
    expect(new Set(packed).size).toBe(3);
  });

  it('is a direction, unless it is in the range of a rating, which release 0.1.0 stored instead', () => {
    for (const rating of [2, 3.5, 8]) expect(isOfFirstRelease(rating)).toBe(true);
    for (const direction of [0, 9, 2 ** 47]) expect(isOfFirstRelease(direction)).toBe(false);
  });
});

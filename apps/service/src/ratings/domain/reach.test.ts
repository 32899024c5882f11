import { describe, expect, it } from 'vitest';
import { mergeReasons } from './touched-matches.ts';

const late = { cause: 'late', matchId: 'mat_1' } as const;

describe('why a player is reached twice', () => {
  it('is one match where both are for it', () => {
    expect(mergeReasons(late, { ...late })).toEqual(late);
  });

  it('names no match where there are several', () => {
    const both = { cause: 'late', matchId: null };
    expect(mergeReasons(late, { ...late, matchId: 'mat_2' })).toEqual(both);
  });

  it('is a settlement where the causes differ, whichever came first', () => {
    const taken = { cause: 'void', matchId: 'mat_1' } as const;
    const both = { cause: 'settlement', matchId: null };
    expect(mergeReasons(late, taken)).toEqual(both);
    expect(mergeReasons(taken, late)).toEqual(both);
  });
});

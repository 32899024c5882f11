import { describe, expect, it } from 'vitest';
import type { VoidChangeRow } from '../store/voids.ts';
import { matchVoid } from './match-void.ts';

const match = {
  ...{ id: 'mat_1', batchId: 'bat_1', identifier: 'final', sport: 'padel', arrival: 1 },
  ...{ matchDate: new Date('2026-09-11T12:00:00Z'), brackets: ['overall-open'], games: 2 },
};
const change = (id: string, bracket = 'overall-open') =>
  ({
    ...{ id, member_number: 10_482, first_name: 'Mike', last_name: 'Brennan', bracket },
    ...{ previous_rating: 4.268, rating: 4.231 },
  }) as VoidChangeRow;

function voided(changes: VoidChangeRow[]) {
  return matchVoid({
    ...{ match, playerIds: ['mem_1', 'mem_2'], reason: 'entered twice', isSettled: true, changes },
    voidedAt: new Date('2026-09-12T12:00:00Z'),
  });
}

describe('a void', () => {
  it('says which match was taken back, when and why', () => {
    expect(voided([])).toEqual({
      ...{ matchId: 'mat_1', identifier: 'final', reason: 'entered twice', settled: true },
      ...{ voidedAt: '2026-09-12T12:00:00.000Z', ratingChanges: [] },
    });
  });

  it('says how each rating moved back', () => {
    expect(voided([change('mem_1')]).ratingChanges).toEqual([
      {
        ...{ memberId: 10_482, id: 'mem_1', displayName: 'Mike B.', sport: 'padel' },
        ...{ bracket: 'overall-open', previousRating: 4.268, newRating: 4.231, gamesCounted: 2 },
      },
    ]);
  });

  it('names its own players first, then those it moved through later matches', () => {
    const { ratingChanges } = voided([change('mem_9'), change('mem_1'), change('mem_8')]);
    expect(ratingChanges.map(({ id }) => id)).toEqual(['mem_1', 'mem_9', 'mem_8']);
  });

  it('counts its games for its own players alone, and in its own brackets', () => {
    const moved = [change('mem_1'), change('mem_2', 'singles-open'), change('mem_9')];
    expect(voided(moved).ratingChanges.map(({ gamesCounted }) => gamesCounted)).toEqual([2, 0, 0]);
  });
});

import { describe, expect, it } from 'vitest';
import { batchSettlement } from './batch-settlement.ts';

describe('what of a batch is rated in the order of play', () => {
  const settlement = batchSettlement([{ id: 'mat_late' }], ['mat_confirmed']);

  it('are the matches that came before every later one of their players', () => {
    expect(settlement.isSettled({ id: 'mat_other' })).toBe(true);
    expect(settlement.isSettled({ id: 'mat_late' })).toBe(false);
  });

  it('is not yet what was confirmed just now', () => {
    expect([...settlement.confirmed]).toEqual([['mat_confirmed', false]]);
  });
});

import type { LedgerPosition } from '../store/ledger.ts';

/** Before every match. */
export const FIRST_POSITION: LedgerPosition = {
  matchDate: new Date('0001-01-01T00:00:00Z'),
  arrival: 0,
};

/** After every match. */
export const LAST_POSITION: LedgerPosition = {
  matchDate: new Date('9999-12-31T00:00:00Z'),
  arrival: Number.MAX_SAFE_INTEGER,
};

export function comparePositions(one: LedgerPosition, other: LedgerPosition): number {
  return one.matchDate.getTime() - other.matchDate.getTime() || one.arrival - other.arrival;
}

/** The last position before another one. */
export function positionBefore({ matchDate, arrival }: LedgerPosition): LedgerPosition {
  return { matchDate, arrival: arrival - 1 };
}

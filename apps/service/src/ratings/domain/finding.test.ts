import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import type { RatingRow } from '../../platform/database/schema.ts';
import type { StoredState } from '../store/player-states.ts';
import { describeFinding } from './rating-differences.ts';

const values = (mu: number) => ({ mu, sigma: 5, rating: 3.5, games: 4, lastPlayed: null });
const key = { memberId: 'mem_mike', sport: 'padel', bracket: 'overall-open' };
const expected = { ...key, ...values(25), reliability: 0.64 };
const standing = { ...values(26), reliability: 0.6 } as unknown as RatingRow;
const state = (...brackets: [string, number][]): StoredState => ({
  ...{ memberId: 'mem_mike', sport: 'padel', matchId: 'mat_1', arrival: 7, stateOrder: 1 },
  matchDate: new Date('2026-09-12T15:30:00Z'),
  brackets: brackets.map(([bracket]) => bracket),
  numbers: Float64Array.from(brackets.flatMap(([, mu]) => [mu, 5, 3.5, 4, Number.NaN])),
});

describe('a finding says what is stored and what should be', () => {
  testRows([
    [
      { standing, expected },
      'stored is R 3.5, reliability 0.6, games 4, mu 26, sigma 5, from the ledger follows ' +
        'R 3.5, reliability 0.64, games 4, mu 25, sigma 5.',
    ],
    [
      { standing: null, expected },
      'nothing is stored, from the ledger follows R 3.5, reliability 0.64, games 4, mu 25, sigma 5.',
    ],
    [
      { standing, expected: null },
      'stored is R 3.5, reliability 0.6, games 4, mu 26, sigma 5, from the ledger follows nothing.',
    ],
  ])('of a rating', (values, text) => {
    expect(describeFinding({ kind: 'rating', difference: { ...key, ...values } })).toBe(
      `Rating of mem_mike, padel overall-open: ${text}`,
    );
  });

  it('of a state, in the brackets that differ, by their names', () => {
    const difference = {
      expected: state(['overall-open', 25], ['mixed-open', 20], ['singles-open', 21]),
      stored: state(['overall-open', 25], ['doubles-open', 22], ['singles-open', 23]),
    };
    expect(describeFinding({ kind: 'state', difference })).toBe(
      'State of mem_mike in padel after mat_1: ' +
        'In doubles-open stored is R 3.5, games 4, mu 22, sigma 5, from the ledger follows nothing. ' +
        'In mixed-open nothing is stored, from the ledger follows R 3.5, games 4, mu 20, sigma 5. ' +
        'In singles-open stored is R 3.5, games 4, mu 23, sigma 5, from the ledger follows R 3.5, ' +
        'games 4, mu 21, sigma 5.',
    );
  });

  it('of a state that is not stored', () => {
    const difference = { expected: state(['overall-open', 25]), stored: null };
    expect(describeFinding({ kind: 'state', difference })).toBe(
      'State of mem_mike in padel after mat_1: ' +
        'In overall-open nothing is stored, from the ledger follows R 3.5, games 4, mu 25, sigma 5.',
    );
  });

  it('of a state that no match asks for, by its position', () => {
    const stray = state(['overall-open', 25], ['mixed-open', 20]);
    expect(describeFinding({ kind: 'stray', state: stray })).toBe(
      'State of mem_mike in padel after 2026-09-12T15:30:00.000Z (arrival 7): ' +
        'In overall-open stored is R 3.5, games 4, mu 25, sigma 5, from the ledger follows nothing. ' +
        'In mixed-open stored is R 3.5, games 4, mu 20, sigma 5, from the ledger follows nothing.',
    );
  });
});

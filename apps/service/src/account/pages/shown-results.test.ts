import { testRows } from '@partner-rating/table-tests';
import { describe, expect } from 'vitest';
import type { PlayerResult } from '../store/account-page.ts';
import { shownResult } from './shown-results.ts';

const at = new Date('2026-09-12T18:00:00Z');

function resultOf(rest: Partial<PlayerResult>): PlayerResult {
  return {
    matchId: 'mat_01k4yh2c9f3v7b1r5x8z6k2a0d',
    participantNumber: 10_482,
    sport: 'table-tennis',
    playedAt: at,
    ...{ matchDate: '2026-09-12T18:00:00Z', timeZone: null, lastDay: null },
    arrival: 1,
    reportedAt: at,
    reportedBy: 'Rally League',
    isRated: true,
    isVoided: false,
    voided: null,
    decision: null,
    event: null,
    location: null,
    isDenied: false,
    isDisputed: false,
    isDistinct: false,
    isHeld: false,
    players: [
      { team: 0, id: 'mem_1', name: 'Mike B.', isYou: true },
      { team: 1, id: 'mem_2', name: 'Priya N.', isYou: false },
    ],
    outcome: null,
    winner: null,
    games: [{ scores: [11, 7] }, { scores: [3, 5] }],
    ...rest,
  };
}

describe('a result on the account page', () => {
  testRows<[string, Partial<PlayerResult>, string]>([
    ['played to the end', {}, '11–7, 3–5'],
    ['retired', { outcome: 'retired', winner: 1 }, '11–7, 3–5, retired'],
    ['disqualified', { outcome: 'defaulted', winner: 1 }, '11–7, 3–5, disqualified'],
    ['abandoned', { outcome: 'abandoned' }, '11–7, 3–5, abandoned'],
    ['out of time', { outcome: 'timed' }, '11–7, 3–5, time ran out'],
    ['drawn', { outcome: 'drawn' }, '11–7, 3–5, drawn'],
    ['not played', { outcome: 'walkover', games: [] }, 'walkover'],
  ])('says next to its scores how the match ended', (_, rest, scores) => {
    const shown = shownResult(resultOf(rest), at);
    expect(shown).toMatchObject({ sport: 'Table tennis', scores: scores.split(', ') });
    expect(shown.teams.map(({ text }) => text).join('')).toBe('Mike B. against Priya N.');
  });

  testRows<[string, Partial<PlayerResult>, string]>([
    ['won', { games: [{ scores: [11, 7] }] }, 'Won'],
    ['lost', { games: [{ scores: [7, 11] }] }, 'Lost'],
    ['retired while leading', { outcome: 'retired', winner: 1 }, 'Lost'],
    ['the opponent retired while leading', { outcome: 'retired', winner: 0 }, 'Won'],
    ['the player did not come', { outcome: 'walkover', winner: 1, games: [] }, 'Lost'],
    ['without a winner in the report', { outcome: 'retired' }, 'Winner not known'],
    ['abandoned', { outcome: 'abandoned' }, 'No winner'],
    ['level when time ran out', { outcome: 'timed', games: [{ scores: [5, 5] }] }, 'Level'],
    ['drawn', { outcome: 'drawn', games: [{ scores: [5, 5] }] }, 'Drawn'],
  ])('says who won', (_, rest, record) => {
    expect(shownResult(resultOf(rest), at).record).toBe(record);
  });

  testRows<[string, Partial<PlayerResult>]>([
    ['by a date', { matchDate: '2026-09-11' }],
    ['by the offset', { matchDate: '2026-09-11T20:30:00-05:00' }],
    ['by the time zone', { matchDate: '2026-09-12T01:30:00Z', timeZone: 'America/Chicago' }],
  ])('was played on the day at the venue', (_, rest) => {
    const { played } = shownResult(resultOf(rest), at);
    expect(played).toEqual({ text: '11 September 2026', time: '2026-09-11' });
  });
});

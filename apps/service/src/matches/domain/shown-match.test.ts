import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import type { MatchView, ViewedPlayer } from '../store/match-views.ts';
import { decodeMatchCursor, encodeMatchCursor, shownMatch } from './shown-match.ts';

const player = (id: string, team: number, rest: Partial<ViewedPlayer> = {}) =>
  ({
    ...{ id, team, position: 0, memberNumber: 10_482, displayName: `${id}.`, isRated: true },
    ...{ answer: null, answeredAt: null, granted: null, isDiscoverable: true, isOwnGhost: false },
    ...rest,
  }) as ViewedPlayer;

const game = { scores: [11, 4], winScore: 11, winBy: 2 };

const match: MatchView = {
  ...{ id: 'mat_1', applicationId: 'app_1', identifier: 'final', sport: 'padel' },
  matchDate: new Date('2026-09-11T12:00:00Z'),
  arrival: 1,
  createdAt: new Date('2026-09-12T12:00:00Z'),
  content: {
    ...{ teams: [['10482'], ['10517']], games: [game], matchDate: '2026-09-11T12:00:00Z' },
  },
  ...{ uncounted: null, otherMatchId: null, voidedAt: null, voidReason: null, isSettled: true },
  players: [player('mike', 0), player('priya', 1)],
};

const own = { applicationId: 'app_1' };

const other = { applicationId: 'app_2', subjectId: 'mike' };

const withPlayers = (...players: ViewedPlayer[]) => ({ ...match, players });

const withContent = (content: Partial<MatchView['content']>) => ({
  ...match,
  content: { ...match.content, ...content },
});

describe('the application’s own match', () => {
  it('is shown completely, with the players as it named them', () => {
    expect(shownMatch(match, own)).toEqual({
      ...{ id: 'mat_1', identifier: 'final', status: 'rated', settled: true, sport: 'padel' },
      ...{ matchDate: '2026-09-11T12:00:00.000Z', submittedAt: '2026-09-12T12:00:00.000Z' },
      ...{ outcome: 'completed', winner: 0 },
      teams: [
        [{ ...shown('mike'), reference: '10482', confirmation: 'confirmed' }],
        [{ ...shown('priya'), reference: '10517', confirmation: 'confirmed' }],
      ],
      games: [{ scores: [11, 4], winScore: 11, winBy: 2, isRated: true }],
    });
  });

  testRows([
    ['a date', { matchDate: '2026-09-11' }, '2026-09-11'],
    ['a time with an offset', { matchDate: '2026-09-11T20:00:00-05:00' }, '2026-09-11'],
    ['a time in UTC', { matchDate: '2026-09-12T01:00:00Z' }, undefined],
    ['no date', {}, undefined],
    ['the days of a tournament', { matchDate: '2026-09-11', lastDay: '2026-09-12' }, undefined],
  ])('has the day at the venue if it was sent', (_, dates, matchDay) => {
    const { matchDate: _date, ...content } = match.content;
    const result = shownMatch({ ...match, content: { ...content, ...dates } }, own);
    expect(result.matchDay).toBe(matchDay);
    expect(result).not.toHaveProperty('timeZone');
  });

  it('has the day in the time zone that was sent, and the time zone', () => {
    const timeZone = 'America/Chicago';
    for (const matchDate of ['2026-09-12T01:00:00Z', '2026-09-11', '2026-09-12T03:00:00+02:00']) {
      const result = shownMatch(withContent({ matchDate, timeZone }), own);
      expect(result).toMatchObject({ matchDay: '2026-09-11', timeZone });
    }
  });

  testRows<[string, Partial<MatchView['content']>, number | undefined]>([
    ['it was sent', { outcome: 'retired', winner: 1 }, 1],
    ['a walkover has a score', { outcome: 'walkover', games: [{ ...game, isRated: false }] }, 0],
    ['the clock ended it', { outcome: 'timed' }, 0],
    ['the report is from before the winner was required', { outcome: 'retired' }, undefined],
    ['nobody won', { outcome: 'abandoned' }, undefined],
    ['it is level', { outcome: 'drawn', games: [{ ...game, scores: [7, 7] }] }, undefined],
  ])('names its winner if it is known', (_, content, winner) => {
    expect(shownMatch(withContent(content), own).winner).toBe(winner);
  });

  it('has the values that were sent for it, and for each game', () => {
    const played = withContent({
      ...{ outcome: 'retired', event: 'Open', location: 'Court 2', matchType: 'league' },
      games: [
        { ...game, identifier: 'g1', format: 'padel-set' },
        { ...game, isRated: false },
      ],
    });
    const result = shownMatch(played, own);
    expect(result).toMatchObject({ outcome: 'retired', event: 'Open', location: 'Court 2' });
    expect(result).toMatchObject({ matchType: 'league' });
    expect(result).not.toHaveProperty('bracket');
    expect(result.games).toMatchObject([
      { identifier: 'g1', format: 'padel-set', isRated: true },
      { isRated: false },
    ]);
    expect(result.games[1]).not.toHaveProperty('format');
    expect(result.games[1]).not.toHaveProperty('identifier');
  });

  it('has no reference for the players of an import', () => {
    const { teams } = shownMatch(withContent({ sentHash: 'ab' }), own);
    for (const one of teams.flat()) expect(one).not.toHaveProperty('reference');
  });

  it('says that it was voided, and why', () => {
    const voidedAt = new Date('2026-09-13T12:00:00Z');
    const taken = { ...match, voidedAt, voidReason: 'entered twice' };
    expect(shownMatch(taken, own)).toMatchObject({
      ...{ status: 'voided', voidedAt: voidedAt.toISOString(), voidReason: 'entered twice' },
    });
    expect(shownMatch(taken, other)).toMatchObject({ status: 'voided' });
    expect(shownMatch(taken, other)).not.toHaveProperty('voidReason');
  });

  it('shows only the reference of a hidden player', () => {
    const hidden = player('mike', 0, { isDiscoverable: false });
    expect(shownMatch(withPlayers(hidden), own).teams).toEqual([
      [{ reference: '10482', confirmation: 'confirmed' }],
    ]);
  });
});

describe('a match of another application', () => {
  it('hides its identifiers and texts, and shows the outcome only for the subject', () => {
    const result = shownMatch(withContent({ games: [{ ...game, identifier: 'g1' }] }), other);
    expect(result).not.toHaveProperty('identifier');
    expect(result.games[0]).not.toHaveProperty('identifier');
    expect(result.teams).toEqual([
      [{ ...shown('mike'), confirmation: 'confirmed' }],
      [shown('priya')],
    ]);
  });
});

describe('the status of a match', () => {
  const answered = (answer: 'confirmed' | 'denied' | 'disputed', isRated: boolean) =>
    player('mike', 0, { answer, answeredAt: '2026-09-12 14:00:00+02', isRated } as object);
  const opponent = player('priya', 1);

  testRows([
    ['unconfirmed', player('mike', 0, { isRated: false })],
    ['disputed', answered('disputed', true)],
    ['disputed', answered('denied', false)],
    ['rated', answered('confirmed', true)],
  ])('depends on the answers of its players', (status, subject) => {
    for (const viewer of [own, other]) {
      expect(shownMatch(withPlayers(subject, opponent), viewer).status).toBe(status);
    }
    expect(shownMatch(withPlayers(opponent, subject), own).status).toBe(status);
  });

  it('says what a player answered, and when, in UTC', () => {
    expect(shownMatch(withPlayers(answered('disputed', true)), own).teams[0]).toMatchObject([
      { answer: 'disputed', answeredAt: '2026-09-12T12:00:00.000Z' },
    ]);
    for (const half of [{ answer: null }, { answeredAt: null }]) {
      const subject = { ...answered('disputed', true), ...half } as ViewedPlayer;
      expect(shownMatch(withPlayers(subject), own).teams[0]?.[0]).not.toHaveProperty('answer');
    }
  });

  it('does not depend on the answers of players other than the subject, for another application', () => {
    const denied = player('priya', 1, { isRated: false, answer: 'denied', answeredAt: '2026' });
    expect(shownMatch(withPlayers(player('mike', 0), denied), other).status).toBe('rated');
  });
});

function shown(id: string) {
  return { id, memberId: 10_482, displayName: `${id}.` };
}

const ids = ['mat_00000000000000000000000000', 'mat_7zzzzzzzzzzzzzzzzzzzzzzzzz'];

const ofText = (text: string) => Buffer.from(text).toString('base64url');

describe('a cursor of matches', () => {
  testRows(ids)('is decoded to the same value', (id) => {
    const cursor = encodeMatchCursor(id);
    expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,512}$/);
    expect(decodeMatchCursor(cursor)).toBe(id);
  });

  testRows([
    '',
    'x'.repeat(512),
    ...ids.map((id) => `${encodeMatchCursor(id)}==`),
    ...['1', 'mat_', `${ids[0]}0`, `${ids[0]?.slice(0, -1)}`, `x${ids[0]}`].map(encodeMatchCursor),
    ...['mat_80000000000000000000000000', 'mat_0000000000000000000000000u'].map(encodeMatchCursor),
    ...[`{"before":"${ids[0]}"} `, ` {"before":"${ids[0]}"}`, '{"before":1}'].map(ofText),
  ])('is refused if the service did not create it', (cursor) => {
    expect(decodeMatchCursor(cursor)).toBeNull();
  });
});

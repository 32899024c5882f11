import type { Schemas } from '@partner-rating/server';
import { describe, expect, it } from 'vitest';
import { finish } from '../testing/people.ts';
import { readMatches, type TournamentMatch, withPlayers } from './tournament-matches.ts';

const [mike, priya] = ['Mike', 'Priya'].map((firstName) => ({ firstName, lastName: 'Brennan' }));
const final = { identifier: 'final', teams: [[mike], [priya]], games: [{ scores: [11, 4] }] };

function readAll(rest: object, ...matches: object[]): TournamentMatch[] {
  const tournament = { name: 'Open', startDate: '2026-09-05', location: 'Barton Springs' };
  const sent = { tournament, sport: 'padel', winScore: 11, winBy: 2, matches, ...rest };
  const { result, costs } = finish(readMatches(sent as Schemas.TournamentImport, String));
  expect(new Set(costs)).toEqual(new Set([400]));
  return result;
}

describe('a match of an import', () => {
  it("has the tournament's sport, first day, and place", () => {
    const [read] = readAll({}, final);
    expect(read?.effective).toMatchObject({
      ...{
        position: 0,
        identifier: 'final',
        sport: 'padel',
        matchDate: '2026-09-05',
        timeZone: null,
        lastDay: null,
      },
      games: [{ scores: [11, 4], winScore: 11, winBy: 2 }],
      details: { location: 'Barton Springs', matchSource: 'TOURNAMENT' },
      pointers: {
        sport: '/sport',
        ...{ matchDate: '/tournament/startDate', timeZone: '/tournament/timeZone' },
      },
    });
  });

  it('overrides the tournament with its own values', () => {
    const own = { sport: 'tennis', matchDate: '2026-09-06T10:00:00Z', location: 'Court 2' };
    const [, read] = readAll({}, final, { ...final, ...own });
    expect(read?.effective).toMatchObject({
      ...{ position: 1, sport: 'tennis', matchDate: '2026-09-06T10:00:00Z' },
      details: { location: 'Court 2' },
      pointers: {
        ...{ sport: '/matches/1/sport', matchDate: '/matches/1/matchDate' },
        timeZone: '/tournament/timeZone',
      },
    });
  });

  it('is on any day of a longer tournament, in its time zone, unless it has a date', () => {
    const days = { startDate: '2026-09-05', endDate: '2026-09-07', timeZone: 'America/Chicago' };
    const own = { ...final, matchDate: '2026-09-06' };
    const [any, dated] = readAll({ tournament: { name: 'Open', ...days } }, final, own);
    const { timeZone } = days;
    expect(any?.effective).toMatchObject({
      ...{ timeZone, matchDate: '2026-09-05', lastDay: '2026-09-07' },
    });
    expect(dated?.effective).toMatchObject({ timeZone, matchDate: '2026-09-06', lastDay: null });
  });

  it('has no place and no day if none is given, and the ends of a given format', () => {
    const rest = { tournament: { name: 'Open' }, winScore: undefined, winBy: undefined };
    const [read] = readAll({ ...rest, sport: 'pickleball', format: 'pickleball-21' }, final);
    expect(read?.effective).toMatchObject({ matchDate: null, details: { location: null } });
    expect(read?.effective.games[0]?.format).toMatchObject({
      code: 'pickleball-21',
      pointer: '/format',
    });
  });

  it('has the same hash for the same facts, and another for others', () => {
    const hashes = readAll({}, final, final, { ...final, games: [{ scores: [11, 5] }] }).map(
      ({ sentHash }) => sentHash,
    );
    expect(hashes[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(hashes[1]).toBe(hashes[0]);
    expect(hashes[2]).not.toBe(hashes[0]);
  });

  it('has the hash of an import from when the first day was stored as midnight in UTC', () => {
    const [dated, stored] = readAll({}, final, { ...final, matchDate: '2026-09-05T00:00:00Z' });
    expect(dated?.sentHash).toBe(stored?.sentHash);
  });

  // Databases contain these hashes, so they never change.
  it('has a hash that stays the same in all versions, and another one before version 0.7.0', () => {
    const ram = { firstName: 'राम', lastName: 'शर्मा', city: 'दिल्ली' };
    const [read] = readAll({}, { ...final, teams: [[ram], [mike]] });
    expect(read).toMatchObject({
      sentHash: '2fdd8c192ea37cb1567217dc11a9568d',
      earlierSentHash: '6159fa89a10ad57b0bc4591134704a5f',
    });
  });

  it('is judged with players instead of participants', () => {
    const [read] = readAll({}, final);
    const judged = read && withPlayers(read, ({ sent }) => sent.firstName);
    expect(judged).toMatchObject({
      teams: [['Mike'], ['Priya']],
      details: { location: 'Barton Springs', sentHash: read?.sentHash },
    });
  });
});

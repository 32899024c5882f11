import { describe, expect, it } from 'vitest';
import { batchOf, daniel, matchOf, mike, priya, sofia } from '../testing/batches.ts';
import { contentHash, sentContentHash, storedContentHash } from './content-hash.ts';
import { effectiveMatches } from './effective-match.ts';
import { byReference } from './players.ts';

const players = byReference([mike, priya, daniel, sofia]);
const stored = {
  ...{ sport: 'padel', matchDate: '2026-09-12T15:30:00Z', bracket: 'A', event: 'Open' },
  ...{ location: 'Austin', matchSource: 'CLUB', matchType: 'LEAGUE' },
  teams: [['mem_b'], ['mem_c'], ['mem_a']],
  games: [
    { identifier: null, scores: [11, 7, 5], winScore: 11, winBy: 2 },
    { identifier: 'second', scores: [3, 11, 9], winScore: 11, winBy: 2 },
  ],
};
const [first, second] = stored.games;
if (first === undefined || second === undefined) throw new Error('There are two games.');
const hex = (hash: Uint8Array) => Buffer.from(hash).toString('hex');
const hashOf = (changes: object = {}) => hex(storedContentHash({ ...stored, ...changes }));

describe('two matches are the same', () => {
  it('whatever the order of the teams, each with its scores', () => {
    const teams = [['mem_a'], ['mem_b'], ['mem_c']];
    const games = [
      { ...first, scores: [5, 11, 7] },
      { ...second, scores: [9, 3, 11] },
    ];
    expect(hashOf({ teams, games })).toBe(hashOf());
    expect(hashOf({ teams })).not.toBe(hashOf());
    expect(hashOf({ teams, games, winner: 0 })).toBe(hashOf({ winner: 2 }));
    expect(hashOf({ teams, games, winner: 0 })).not.toBe(hashOf({ winner: 0 }));
  });

  it('whatever the order of the players within a team', () => {
    const [one, other] = [
      ['mem_a', 'mem_d'],
      ['mem_d', 'mem_a'],
    ];
    expect(hashOf({ teams: [one, ['mem_b']] })).toBe(hashOf({ teams: [other, ['mem_b']] }));
  });

  it('in any time zone', () => {
    expect(hashOf({ matchDate: '2026-09-12T17:30:00+02:00' })).toBe(hashOf());
  });

  it('by a date or by its midnight in UTC, whatever the time zone of the venue', () => {
    const midnight = hashOf({ matchDate: '2026-09-12T00:00:00Z' });
    expect(hashOf({ matchDate: '2026-09-12' })).toBe(midnight);
    expect(hashOf({ matchDate: '2026-09-12', timeZone: 'America/Chicago' })).toBe(midnight);
  });

  it('whether it is said that they were played to the end, or not', () => {
    expect(hashOf({ outcome: 'completed' })).toBe(hashOf());
  });
});

describe('two matches differ', () => {
  it.each<object>([
    { sport: 'pickleball' },
    { matchDate: '2026-09-12T15:30:01Z' },
    { matchDate: null },
    { matchDate: '0000-01-01T00:00:00Z' },
    { outcome: 'retired' },
    { winner: 0 },
    { teams: [['mem_b'], ['mem_c'], ['mem_d']] },
    { teams: [['mem_b', 'mem_c'], ['mem_a']] },
    { games: [first] },
    { games: [second, first] },
    { games: [{ ...first, identifier: 'first' }, second] },
    { games: [{ ...first, winScore: 15 }, second] },
    { games: [{ ...first, winBy: 1 }, second] },
    { games: [{ ...first, scores: [11, 7] }, second] },
    { games: [{ ...first, scores: [11, 7, 5, 1] }, second] },
    { bracket: 'B' },
    { event: 'Closed' },
    { location: 'Dallas' },
    { matchSource: 'TOURNAMENT' },
    { matchType: null },
  ])('by %j', (change) => {
    expect(hashOf(change)).not.toBe(hashOf());
  });

  it('in years that are none of a match, by the date as it was sent', () => {
    const [one, other] = ['0000-01-01T00:00:00Z', '0000-01-02T00:00:00Z'];
    expect(hashOf({ matchDate: one })).not.toBe(hashOf({ matchDate: other }));
  });
});

describe('the players of a match', () => {
  const effective = (teams: string[][]) => {
    const [match] = effectiveMatches(batchOf([{ ...matchOf('one', [[mike], [priya]]), teams }]));
    if (match === undefined) throw new Error('There is one match.');
    return match;
  };
  const byId = effective([[mike.id], [priya.id]]);
  const byNumber = effective([[String(mike.member_number)], [priya.id]]);

  it('are the same by id and by number, and nobody else is', () => {
    expect(contentHash(byNumber, players)).toEqual(contentHash(byId, players));
    const nobody = contentHash(effective([['9'], [priya.id]]), players);
    expect(nobody).not.toEqual(contentHash(effective([['8'], [priya.id]]), players));
  });

  it('are compared as they were sent, and in the order sent, where nobody knows them yet', () => {
    expect(sentContentHash(byNumber)).not.toEqual(sentContentHash(byId));
    const swapped = effective([[priya.id], [mike.id]]);
    expect(sentContentHash(swapped)).not.toEqual(sentContentHash(byId));
    expect(sentContentHash(effective([[mike.id], [priya.id]]))).toEqual(sentContentHash(byId));
  });
});

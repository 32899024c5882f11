import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { mergeGhost } from '../claims/merge-ghost.ts';
import { batchOf, matchOf } from '../matches/testing/batches.ts';
import { handle, openClub } from '../matches/testing/story.ts';
import type { Database } from '../platform/database/schema.ts';
import { insertGhost, insertMember } from '../testing/builders.ts';
import { databases } from '../testing/test-database.ts';
import { matchFingerprint } from './domain/fingerprint.ts';
import type { PlayedMatch } from './store/fingerprints.ts';

const played: PlayedMatch = {
  sport: 'padel',
  playedAt: new Date('2026-09-12T15:30:00Z'),
  teams: [
    ['mem_a', 'mem_b'],
    ['mem_c', 'mem_d'],
  ],
  games: scored([11, 7], [11, 9]),
};

function scored(...scores: number[][]) {
  return scores.map((ofGame) => ({ scores: ofGame, winScore: 11, winBy: 2 }));
}

function isSame(rest: Partial<PlayedMatch>): boolean {
  return Buffer.compare(matchFingerprint(played), matchFingerprint({ ...played, ...rest })) === 0;
}

describe('two reports are one match', () => {
  it('whatever the order of the teams and of the players in them', () => {
    const teams = [
      ['mem_d', 'mem_c'],
      ['mem_a', 'mem_b'],
    ];
    const games = played.games.map((game) => ({ ...game, scores: game.scores.toReversed() }));
    expect(isSame({ teams, games })).toBe(true);
  });

  it('whatever the hour of the day in UTC', () => {
    expect(isSame({ playedAt: new Date('2026-09-12T23:59:59Z') })).toBe(true);
  });

  it.each<[string, Partial<PlayedMatch>]>([
    ['sport', { sport: 'pickleball' }],
    ['day', { playedAt: new Date('2026-09-13T00:00:00Z') }],
    ['winner', { games: scored([7, 11], [9, 11]) }],
    ['score', { games: scored([11, 7], [11, 8]) }],
    ['number of games', { games: scored([11, 7]) }],
    ['winning score', { games: played.games.map((game) => ({ ...game, winScore: 2 })) }],
    ['lead that wins', { games: played.games.map((game) => ({ ...game, winBy: 1 })) }],
    [
      'partners',
      {
        teams: [
          ['mem_a', 'mem_c'],
          ['mem_b', 'mem_d'],
        ],
      },
    ],
    [
      'players',
      {
        teams: [
          ['mem_a', 'mem_b'],
          ['mem_c', 'mem_e'],
        ],
      },
    ],
  ])('unless the %s differs', (_, rest) => {
    expect(isSame(rest)).toBe(false);
  });
});

/** What stands beside the matches. */
async function fingerprints(database: Database) {
  const { rows } = await sql<{ identifier: string; fingerprint: string }>`
    select identifier, encode(fingerprint, 'hex') as fingerprint
    from match join match_fingerprint on match_id = match.id order by arrival
  `.execute(database);
  return rows.map(({ fingerprint }) => fingerprint);
}

describe.each(databases)('a stored match on %s', (kind) => {
  it('is recognised under the name of a member who claimed one of its players', async () => {
    const { database, club, mike, priya, daniel } = await openClub(kind);
    const trusted = { ...club, submitter: { ...club.submitter, trusted: true } };
    const ghost = await insertGhost(database, club.submitter.applicationId);
    await handle(
      trusted,
      batchOf([
        matchOf('as-ghost', [
          [ghost, mike],
          [priya, daniel],
        ]),
      ]),
    );
    const sofia = await insertMember(database);
    await mergeGhost(club.dependencies, { ghost: ghost.id, member: sofia.id });
    const expected = matchFingerprint({
      sport: 'pickleball',
      playedAt: new Date('2026-09-12T15:30:00Z'),
      teams: [
        [sofia.id, mike.id],
        [priya.id, daniel.id],
      ],
      games: scored([11, 7]),
    });
    expect(await fingerprints(database)).toEqual([Buffer.from(expected).toString('hex')]);
  });
});

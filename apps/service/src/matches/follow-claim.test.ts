import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Database } from '../platform/database/schema.ts';
import { insertGhost, insertMember } from '../testing/builders.ts';
import { databases } from '../testing/test-database.ts';
import { mergeGhost } from './claims/merge-ghost.ts';
import { matchFingerprint } from './domain/identity.ts';
import { batchOf, matchOf } from './testing/batches.ts';
import { handle, openClub } from './testing/story.ts';

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
      teams: [
        [sofia.id, mike.id],
        [priya.id, daniel.id],
      ],
      games: [{ scores: [11, 7], winScore: 11, winBy: 2 }],
    });
    expect(await fingerprints(database)).toEqual([Buffer.from(expected).toString('hex')]);
  });
});

import { describe, expect, it } from 'vitest';
import { batchOf, matchOf } from '../matches/testing/batches.ts';
import { handle } from '../matches/testing/story.ts';
import type { Database } from '../platform/database/schema.ts';
import { insertConnection, insertMember } from '../testing/builders.ts';
import { databases } from '../testing/test-database.ts';
import { auditRatings } from './audit-ratings.ts';
import { settleSport } from './settlement/settle-sport.ts';
import { endAfter, openLateClub, oneByOne as sizes } from './settlement/testing/late-club.ts';

async function audit(database: Database): Promise<string[]> {
  const found = new Set<string>();
  await auditRatings(
    { database },
    {
      onFinding: (finding) => {
        if (finding.kind === 'rating') found.add(finding.difference.memberId);
        else if (finding.kind === 'state') found.add(finding.difference.expected.memberId);
        else found.add(finding.state.memberId);
      },
    },
  );
  return [...found];
}

describe.each(databases)('an audit on %s while a late result is due', (kind) => {
  // A settlement first folds (rates the matches again in the order of play) and then publishes the ratings. The audit runs
  // before the settlement, during its fold, and between two players that it publishes.
  it.each([0, 3, 7, 9])(
    'finds only errors of players whose ratings the late result cannot change (after %i chunks)',
    async (chunks) => {
      const { database, club, dependencies } = await openLateClub(kind);
      const strangers = [await insertMember(database), await insertMember(database)];
      const [stranger, other] = strangers;
      if (!stranger || !other) throw new Error('There are two.');
      for (const { id } of strangers) {
        await insertConnection(database, club.submitter.applicationId, id);
      }
      await handle(club, batchOf([matchOf('elsewhere', [[stranger], [other]])]));
      if (chunks > 0) {
        const options = { sizes, ...endAfter(chunks) };
        expect(await settleSport(dependencies, 'pickleball', options)).toBe('stopped');
      }
      expect(await audit(database)).toEqual([]);
      await database
        .updateTable('rating')
        .set({ mu: 40 })
        .where('member_id', '=', stranger.id)
        .execute();
      expect(await audit(database)).toEqual([stranger.id]);
    },
  );
});

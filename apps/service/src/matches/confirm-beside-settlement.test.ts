import { describe, expect, it } from 'vitest';
import { insertMember } from '../testing/builders.ts';
import { databases } from '../testing/test-database.ts';
import { batchOf, matchOf } from './testing/batches.ts';
import { handle, openClub } from './testing/story.ts';

describe.each(databases)('a batch that confirms a result on %s', (kind) => {
  it('is answered soon also while another settlement of the sport is under way', async () => {
    const { database, club, mike } = await openClub(kind);
    const stranger = await insertMember(database);
    const report = batchOf([matchOf('final', [[mike], [stranger]])]);
    await handle(club, report);
    await database
      .insertInto('settlement')
      .values({
        ...{ sport: 'pickleball', model_revision: 0, is_of_everybody: false, cause: 'late' },
        ...{ match_date: new Date(0), arrival: 0, last_arrival: 0, holder: 'another' },
        ...{ held_until: new Date('2100-01-01T00:00:00Z'), started_at: new Date(0) },
      })
      .execute();

    const trusted = { ...club, submitter: { ...club.submitter, trusted: true } };
    const started = performance.now();
    expect(await handle(trusted, report)).toMatchObject({ matches: [{ settled: false }] });
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});

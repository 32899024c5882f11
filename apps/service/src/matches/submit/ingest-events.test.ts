import { describe, expect, it } from 'vitest';
import { insertApplication, insertConnection, usualScopes } from '../../testing/builders.ts';
import { databases } from '../../testing/test-database.ts';
import { batchOf, matchOf, scored } from '../testing/batches.ts';
import { listen, submittedAt, writtenEvents } from '../testing/club.ts';
import { handle, openClub } from '../testing/story.ts';

describe.each(databases)('rating.updated on %s', (kind) => {
  it('goes to every subscribed application that the player allowed, one for each sport', async () => {
    const { database, club, mike, priya } = await openClub(kind);
    const reading = club.submitter.applicationId;
    const unreading = await insertApplication(database);
    const deaf = await insertApplication(database);
    const other = await insertApplication(database);
    const profile = 'user:profile:read';
    await insertConnection(database, unreading, mike.id, [profile, 'user:webhook:subscribe']);
    await insertConnection(database, deaf, mike.id, usualScopes);
    await insertConnection(database, other, mike.id, [profile, 'user:rating:read']);
    for (const applicationId of [reading, unreading, other]) await listen(database, applicationId);

    const padel = { sport: 'padel', winScore: 6, games: scored('6-3') };
    const result = await handle(
      club,
      batchOf([matchOf('one', [[mike], [priya]]), matchOf('two', [[mike], [priya]], padel)]),
    );
    const written = await writtenEvents(database);
    const events = written.filter(({ member_id }) => member_id === mike.id);
    expect(events).toHaveLength(4);

    const sent = events.filter(({ application_id }) => application_id === reading);
    expect(sent.map(({ data }) => [data.sport, data.sequence])).toEqual([
      ['pickleball', 1],
      ['padel', 2],
    ]);
    const change = result.ratingChanges.find(
      ({ id, bracket }) => id === mike.id && bracket === 'overall-open',
    );
    expect(sent[0]).toEqual({
      ...{ application_id: reading, member_id: mike.id, type: 'rating.updated' },
      timestamp: submittedAt.toISOString(),
      data: {
        ...{ memberId: mike.member_number, id: mike.id, displayName: 'Mike B.' },
        ...{ sport: 'pickleball', previousRating: null, newRating: change?.newRating, sequence: 1 },
        splits: expect.objectContaining({ 'overall-open': expect.anything() }),
        changedAt: submittedAt.toISOString(),
      },
    });
    const silent = events.filter(({ application_id }) => application_id === unreading);
    const shown = ['memberId', 'id', 'displayName', 'sport', 'changedAt', 'sequence'];
    expect(silent.map(({ data }) => Object.keys(data))).toEqual([shown, shown]);
  });

  it('also names the splits that did not move, with a growing sequence', async () => {
    const { database, club, mike, priya, doubles } = await openClub(kind);
    await listen(database, club.submitter.applicationId);
    await handle(club, batchOf([doubles]));
    await handle(club, batchOf([matchOf('later', [[mike], [priya]])]));
    const events = await writtenEvents(database);
    const updates = events.flatMap(({ member_id, data }) => (member_id === mike.id ? [data] : []));
    expect(updates.map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect(updates[1].previousRating).toBe(updates[0].newRating);
    expect(updates[1].splits['mixed-open']).toEqual(updates[0].splits['mixed-open']);
    expect(Object.keys(updates[1].splits)).toContain('singles-open');
  });
});

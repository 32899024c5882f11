import { describe, expect, it } from 'vitest';
import { insertApplication, insertConnection, usualScopes } from '../../testing/builders.ts';
import { databases } from '../../testing/test-database.ts';
import { batchOf, matchOf } from '../testing/batches.ts';
import { listen, submittedAt } from '../testing/club.ts';
import { handle, openClub } from '../testing/story.ts';

describe.each(databases)('rating.updated on %s', (kind) => {
  it('goes to every listening application the player let know, one for each sport', async () => {
    const { database, club, mike, priya } = await openClub(kind);
    const [reading, unreading, deaf, other] = [
      club.submitter.applicationId,
      await insertApplication(database),
      await insertApplication(database),
      await insertApplication(database),
    ];
    await insertConnection(database, unreading, mike.id, [
      'user:profile:read',
      'user:webhook:subscribe',
    ]);
    await insertConnection(database, deaf, mike.id, usualScopes);
    await insertConnection(database, other, mike.id, ['user:profile:read', 'user:rating:read']);
    for (const applicationId of [reading, unreading, other]) await listen(database, applicationId);

    const padel = { sport: 'padel', winScore: 6, games: [{ scores: [6, 3] }] };
    const result = await handle(
      club,
      batchOf([matchOf('one', [[mike], [priya]]), matchOf('two', [[mike], [priya]], padel)]),
    );
    const deliveries = await database
      .selectFrom('webhook_delivery')
      .select(['application_id', 'payload'])
      .where('member_id', '=', mike.id)
      .orderBy('delivery_order')
      .execute();
    const events = deliveries.map(({ application_id, payload }) => ({
      application: application_id,
      ...JSON.parse(payload),
    }));
    expect(events).toHaveLength(4);

    const sent = events.filter(({ application }) => application === reading);
    expect(sent.map(({ data }) => [data.sport, data.sequence])).toEqual([
      ['pickleball', 1],
      ['padel', 2],
    ]);
    const change = result.ratingChanges.find(
      ({ id, bracket }) => id === mike.id && bracket === 'overall-open',
    );
    expect(sent[0]).toEqual({
      application: reading,
      type: 'rating.updated',
      timestamp: submittedAt.toISOString(),
      data: {
        memberId: mike.member_number,
        id: mike.id,
        displayName: 'Mike B.',
        sport: 'pickleball',
        previousRating: null,
        newRating: change?.newRating,
        splits: expect.objectContaining({ 'overall-open': expect.anything() }),
        changedAt: submittedAt.toISOString(),
        sequence: 1,
      },
    });
    const silent = events.filter(({ application }) => application === unreading);
    expect(silent.map(({ data }) => Object.keys(data))).toEqual([
      ['memberId', 'id', 'displayName', 'sport', 'changedAt', 'sequence'],
      ['memberId', 'id', 'displayName', 'sport', 'changedAt', 'sequence'],
    ]);
  });

  it('names the splits that did not move as well, with a growing sequence', async () => {
    const { database, club, mike, priya, doubles } = await openClub(kind);
    await listen(database, club.submitter.applicationId);
    await handle(club, batchOf([doubles]));
    await handle(club, batchOf([matchOf('later', [[mike], [priya]])]));
    const payloads = await database
      .selectFrom('webhook_delivery')
      .select('payload')
      .where('member_id', '=', mike.id)
      .orderBy('delivery_order')
      .execute();
    const updates = payloads.map(({ payload }) => JSON.parse(payload).data);
    expect(updates.map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect(updates[1].previousRating).toBe(updates[0].newRating);
    expect(updates[1].splits['mixed-open']).toEqual(updates[0].splits['mixed-open']);
    expect(Object.keys(updates[1].splits)).toContain('singles-open');
  });
});

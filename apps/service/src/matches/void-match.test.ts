import { describe, expect, it } from 'vitest';
import { insertApplication, insertConnection, usualScopes } from '../testing/builders.ts';
import { createTestDatabase, everyDatabase } from '../testing/test-database.ts';
import { batchOf, matchOf, scored } from './testing/batches.ts';
import { createClub, listen, writtenEvents } from './testing/club.ts';
import { foldLedger, storedRatings } from './testing/fold-ledger.ts';
import { setScopes } from './testing/reports.ts';
import { handle, openClub } from './testing/story.ts';
import { play, reason, voidedAt, voidPlayed } from './testing/voids.ts';

describe.each(everyDatabase)('a void on %s', (kind) => {
  it('leaves the ratings as if the match had never been played', async () => {
    const { database, club, mike, priya, daniel, sofia, doubles, singles } = await openClub(kind);
    const later = matchOf('later', [[mike], [sofia]]);
    const idOf = await play(club, doubles, singles, later);
    const before = await storedRatings(database);
    await voidPlayed(club, idOf(doubles.identifier));
    const after = await storedRatings(database);
    expect(after).not.toEqual(before);
    expect(after).toEqual(await foldLedger(database));
    expect(after.some(({ bracket }) => bracket === 'mixed-open')).toBe(false);
    const others = after.filter(({ member_id }) => [priya.id, daniel.id].includes(member_id));
    expect(others).toHaveLength(8);
  });

  it('changes only the ratings of its players, and of players whom later matches connect with them', async () => {
    const database = await createTestDatabase(kind);
    const club = await createClub(database, [{}, {}, {}, {}, {}, {}, {}, {}]);
    const [a, b, c, d, e, f, g, h] = club.players;
    const idOf = await play(
      club,
      matchOf('before', [[c], [e]]),
      matchOf('voided', [[a], [b]]),
      matchOf('apart', [[f], [g]]),
      matchOf('reached', [[b], [c]]),
      matchOf('reached-through', [[c], [d]]),
      matchOf('apart-again', [[g], [e]]),
      matchOf('other-sport', [[a], [h]], { sport: 'padel' }),
    );
    const before = await storedRatings(database);
    const { ratingChanges } = await voidPlayed(club, idOf('voided'));
    const after = await storedRatings(database);

    const moved = [...new Set(ratingChanges.map(({ id }) => id))];
    expect(new Set(moved.slice(0, 2))).toEqual(new Set([a.id, b.id]));
    expect(new Set(moved.slice(2))).toEqual(new Set([c.id, d.id]));
    for (const { id } of [e, f, g, h]) {
      const ofPlayer = ({ member_id }: { member_id: string }) => member_id === id;
      expect(after.filter(ofPlayer)).toEqual(before.filter(ofPlayer));
    }
    expect(after).toEqual(await foldLedger(database));
  });

  it('returns each rating that moved, null if there is no rating any more', async () => {
    const { club, doubles, singles } = await openClub(kind);
    const idOf = await play(club, doubles, singles);
    const { ratingChanges } = await voidPlayed(club, idOf(doubles.identifier));
    const changes = ratingChanges.map(({ displayName, bracket, newRating, gamesCounted }) =>
      [displayName, bracket, newRating === null ? 'none' : 'some', gamesCounted].join(' '),
    );
    const removed = ['doubles-open none 2', 'mixed-open none 2'];
    const stored = ['overall-open some 2', 'singles-open some 0', 'singles-35+ some 0'];
    const expected = [
      ...['Mike B.', 'Sofia L.'].flatMap((name) =>
        [...removed, 'overall-open none 2'].map((change) => `${name} ${change}`),
      ),
      ...['Priya N.', 'Daniel O.'].flatMap((name) =>
        [...removed, ...stored, 'overall-35+ some 0'].map((change) => `${name} ${change}`),
      ),
    ];
    expect(changes.toSorted()).toEqual(expected.toSorted());
  });

  it('writes one event for each player and sport whose rating changed, with the new ratings', async () => {
    const { database, club, mike, priya, daniel, doubles, singles } = await openClub(kind);
    const idOf = await play(club, doubles, { ...singles, games: scored('4-11') });
    const other = await insertApplication(database);
    await insertConnection(database, other, mike.id, usualScopes);
    for (const application of [club.submitter.applicationId, other]) {
      await listen(database, application);
    }
    await voidPlayed(club, idOf(singles.identifier));
    const events = await writtenEvents(database);
    expect(events.map(({ member_id }) => member_id).toSorted()).toEqual(
      [priya.id, daniel.id].toSorted(),
    );
    const toPriya = events.find(({ member_id }) => member_id === priya.id);
    const { data, timestamp } = toPriya ?? {};
    expect(timestamp).toBe(voidedAt.toISOString());
    expect(Object.keys(data.splits)).toEqual(['overall-open', 'doubles-open', 'mixed-open']);
    expect(data.newRating).toBe(data.splits['overall-open'].R);
    expect(data.previousRating).not.toBe(data.newRating);
    expect(data.sequence).toBe(3);

    await voidPlayed(club, idOf(doubles.identifier));
    const later = await writtenEvents(database);
    const removed = later.filter(({ member_id }) => member_id === mike.id);
    expect(removed).toHaveLength(2);
    expect(removed[0]?.data).toMatchObject({ newRating: null, splits: {} });
  });

  it('removes the mark for five rated games only from players who had five, and now have fewer', async () => {
    const { database, club, mike, priya, daniel, singles } = await openClub(kind);
    const padel = { sport: 'padel', games: scored('11-4 11-4 11-4') };
    const idOf = await play(
      club,
      singles,
      matchOf('padel', [[priya], [daniel]], padel),
      matchOf('more', [[daniel], [mike]]),
    );
    const members = database.updateTable('member').set({ is_vairified: true });
    await members.where('id', '=', mike.id).execute();
    const verified = async () => {
      const rows = database.selectFrom('member').select('id').where('is_vairified', '=', true);
      return (await rows.execute()).map(({ id }) => id).toSorted();
    };
    expect(await verified()).toEqual([mike.id, priya.id, daniel.id].toSorted());
    await voidPlayed(club, idOf('more'));
    expect(await verified()).toEqual([mike.id, priya.id, daniel.id].toSorted());
    await voidPlayed(club, idOf('padel'));
    // Mike never had five games.
    expect(await verified()).toEqual([mike.id]);
  });

  it('happens once: a repeated void gets the same response and changes nothing', async () => {
    const { database, club, doubles, singles } = await openClub(kind);
    await listen(database, club.submitter.applicationId);
    const idOf = await play(club, doubles, singles);
    const first = await voidPlayed(club, idOf(singles.identifier));
    const count = async () =>
      (await database.selectFrom('rating_change').select('change_order').execute()).length +
      (await database.selectFrom('webhook_delivery').select('id').execute()).length;
    const before = await count();
    const again = await voidPlayed(club, idOf(singles.identifier), { reason: 'Another reason.' });
    expect(again).toEqual(first);
    expect(await count()).toBe(before);
    await voidPlayed(club, idOf(doubles.identifier));
    expect(await voidPlayed(club, idOf(singles.identifier))).toEqual(first);
  });

  it('keeps the identifier: the same match again is a duplicate and is not rated', async () => {
    const { database, club, singles } = await openClub(kind);
    const idOf = await play(club, singles);
    await voidPlayed(club, idOf(singles.identifier));
    const again = await handle(club, batchOf([singles]));
    expect(again).toMatchObject({ numMatches: 0, duplicates: 1, ratingChanges: [] });
    expect(again.matches).toMatchObject([{ id: idOf(singles.identifier), duplicateOf: 'own' }]);
    expect(await storedRatings(database)).toEqual([]);
    const corrected = { ...singles, identifier: 'corrected' };
    expect(await handle(club, batchOf([corrected]))).toMatchObject({ numMatches: 1 });
  });

  it('returns only players who let the application read their rating', async () => {
    const { club, priya, daniel, singles } = await openClub(kind);
    const idOf = await play(club, singles);
    await setScopes(club, priya, ['user:profile:read']);
    const { ratingChanges } = await voidPlayed(club, idOf(singles.identifier));
    expect(new Set(ratingChanges.map(({ id }) => id))).toEqual(new Set([daniel.id]));
  });

  it('adds an audit entry', async () => {
    const { database, club, singles } = await openClub(kind);
    const idOf = await play(club, singles);
    const matchId = idOf(singles.identifier);
    await voidPlayed(club, matchId);
    await voidPlayed(club, matchId);
    expect(await database.selectFrom('audit_entry').selectAll().execute()).toMatchObject([
      {
        actor: 'partner',
        action: 'match.voided',
        application_id: club.submitter.applicationId,
        details: { matchId, reason },
      },
    ]);
  });
});

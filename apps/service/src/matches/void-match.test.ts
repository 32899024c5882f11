import { describe, expect, it } from 'vitest';
import type { Database } from '../platform/database/schema.ts';
import { insertApplication, insertConnection, usualScopes } from '../testing/builders.ts';
import { createTestDatabase, everyDatabase } from '../testing/test-database.ts';
import { batchOf, matchOf } from './testing/batches.ts';
import { createClub, listen } from './testing/club.ts';
import { foldLedger, standingRatings } from './testing/fold-ledger.ts';
import { handle, openClub } from './testing/story.ts';
import { play, reason, takeBack, voidedAt } from './testing/voids.ts';

async function ratingsOf(database: Database, memberId: string) {
  const all = await standingRatings(database);
  return all.filter(({ member_id }) => member_id === memberId);
}

describe.each(everyDatabase)('a void on %s', (kind) => {
  it('leaves the ratings that follow without the match', async () => {
    const { database, club, mike, priya, daniel, sofia, doubles, singles } = await openClub(kind);
    const later = matchOf('later', [[mike], [sofia]]);
    const idOf = await play(club, doubles, singles, later);
    const before = await standingRatings(database);
    await takeBack(club, idOf(doubles.identifier));
    const after = await standingRatings(database);
    expect(after).not.toEqual(before);
    expect(after).toEqual(await foldLedger(database));
    expect(after.some(({ bracket }) => bracket === 'mixed-open')).toBe(false);
    expect(after.filter(({ member_id }) => [priya.id, daniel.id].includes(member_id))).toHaveLength(
      8,
    );
  });

  it('moves the players it must, through however many matches, and nobody else', async () => {
    const database = await createTestDatabase(kind);
    const club = await createClub(
      database,
      Array.from({ length: 8 }, () => ({})),
    );
    const [a, b, c, d, e, f, g, h] = club.players;
    if (!a || !b || !c || !d || !e || !f || !g || !h)
      throw new Error('The club has eight players.');
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
    const before = await standingRatings(database);
    const { ratingChanges } = await takeBack(club, idOf('voided'));
    const after = await standingRatings(database);

    const moved = [...new Set(ratingChanges.map(({ id }) => id))];
    expect(new Set(moved.slice(0, 2))).toEqual(new Set([a.id, b.id]));
    expect(new Set(moved.slice(2))).toEqual(new Set([c.id, d.id]));
    for (const { id } of [e, f, g, h]) {
      const ofPlayer = ({ member_id }: { member_id: string }) => member_id === id;
      expect(after.filter(ofPlayer)).toEqual(before.filter(ofPlayer));
    }
    expect(after).toEqual(await foldLedger(database));
  });

  it('returns each rating that moved, its own players first, null where there is none any more', async () => {
    const { database, club, mike, priya, doubles, singles } = await openClub(kind);
    const idOf = await play(club, doubles, singles);
    const before = await ratingsOf(database, mike.id);
    const answer = await takeBack(club, idOf(doubles.identifier));
    const [mikesPrimary] = before.filter(({ bracket }) => bracket === 'overall-open');
    expect(answer).toMatchObject({
      matchId: idOf(doubles.identifier),
      identifier: doubles.identifier,
      reason,
      voidedAt: voidedAt.toISOString(),
      settled: true,
    });
    const changes = answer.ratingChanges.map(({ displayName, bracket, newRating, gamesCounted }) =>
      [displayName, bracket, newRating === null ? 'none' : 'some', gamesCounted].join(' '),
    );
    expect(changes.toSorted()).toEqual(
      [
        'Mike B. doubles-open none 2',
        'Mike B. mixed-open none 2',
        'Mike B. overall-open none 2',
        'Sofia L. doubles-open none 2',
        'Sofia L. mixed-open none 2',
        'Sofia L. overall-open none 2',
        'Priya N. doubles-open none 2',
        'Priya N. mixed-open none 2',
        'Priya N. overall-open some 2',
        'Priya N. singles-open some 0',
        'Priya N. singles-35+ some 0',
        'Priya N. overall-35+ some 0',
        'Daniel O. doubles-open none 2',
        'Daniel O. mixed-open none 2',
        'Daniel O. overall-open some 2',
        'Daniel O. singles-open some 0',
        'Daniel O. singles-35+ some 0',
        'Daniel O. overall-35+ some 0',
      ].toSorted(),
    );
    expect(answer.ratingChanges).toContainEqual({
      memberId: mike.member_number,
      id: mike.id,
      displayName: 'Mike B.',
      sport: 'pickleball',
      bracket: 'overall-open',
      previousRating: mikesPrimary?.rating,
      newRating: null,
      gamesCounted: 2,
    });
    expect(priya.id).not.toBe(mike.id);
  });

  it('shows in the history as a correction, and keeps what was there', async () => {
    const { database, club, mike, priya, singles } = await openClub(kind);
    const later = matchOf('later', [[priya], [mike]], { matchDate: '2026-09-12T16:30:00Z' });
    const idOf = await play(club, singles, later);
    const history = () =>
      database
        .selectFrom('rating_change')
        .select(['cause', 'match_id', 'previous_rating', 'rating', 'changed_at'])
        .where('member_id', '=', priya.id)
        .where('bracket', '=', 'overall-open')
        .orderBy('change_order')
        .execute();
    const before = await history();
    await takeBack(club, idOf(singles.identifier));
    const [standing] = (await ratingsOf(database, priya.id)).filter(
      ({ bracket }) => bracket === 'overall-open',
    );
    expect(await history()).toEqual([
      ...before,
      {
        cause: 'void',
        match_id: idOf(singles.identifier),
        previous_rating: before.at(-1)?.rating,
        rating: standing?.rating,
        changed_at: voidedAt,
      },
    ]);
  });

  it('writes an event for each player and sport that moved, with the state after it', async () => {
    const { database, club, mike, priya, daniel, doubles, singles } = await openClub(kind);
    const lost = { ...singles, games: [{ scores: [4, 11] }] };
    const idOf = await play(club, doubles, lost);
    const other = await insertApplication(database);
    await insertConnection(database, other, mike.id, usualScopes);
    for (const application of [club.submitter.applicationId, other]) {
      await listen(database, application);
    }
    await takeBack(club, idOf(singles.identifier));
    const deliveries = await database
      .selectFrom('webhook_delivery')
      .select(['application_id', 'member_id', 'payload'])
      .execute();
    expect(deliveries.map(({ member_id }) => member_id).toSorted()).toEqual(
      [priya.id, daniel.id].toSorted(),
    );
    const [toPriya] = deliveries.filter(({ member_id }) => member_id === priya.id);
    const { data, timestamp } = JSON.parse(toPriya?.payload ?? '{}');
    expect(timestamp).toBe(voidedAt.toISOString());
    expect(Object.keys(data.splits)).toEqual(['overall-open', 'doubles-open', 'mixed-open']);
    expect(data.newRating).toBe(data.splits['overall-open'].R);
    expect(data.previousRating).not.toBe(data.newRating);
    expect(data.sequence).toBe(3);

    await takeBack(club, idOf(doubles.identifier));
    const removed = await database
      .selectFrom('webhook_delivery')
      .select('payload')
      .where('member_id', '=', mike.id)
      .execute();
    expect(removed).toHaveLength(2);
    expect(JSON.parse(removed[0]?.payload ?? '{}').data).toMatchObject({
      newRating: null,
      splits: {},
    });
  });

  it('withdraws the verification of those who fall below five games, and of nobody else', async () => {
    const { database, club, mike, priya, daniel, singles } = await openClub(kind);
    const games = Array.from({ length: 3 }, () => ({ scores: [11, 4] }));
    const padel = { sport: 'padel', games };
    const idOf = await play(
      club,
      singles,
      matchOf('padel', [[priya], [daniel]], padel),
      matchOf('more', [[daniel], [mike]]),
    );
    await database
      .updateTable('member')
      .set({ is_vairified: true })
      .where('id', '=', mike.id)
      .execute();
    const verified = async () => {
      const rows = await database
        .selectFrom('member')
        .select('id')
        .where('is_vairified', '=', true)
        .execute();
      return rows.map(({ id }) => id).toSorted();
    };
    expect(await verified()).toEqual([mike.id, priya.id, daniel.id].toSorted());
    await takeBack(club, idOf('more'));
    expect(await verified()).toEqual([mike.id, priya.id, daniel.id].toSorted());
    await takeBack(club, idOf('padel'));
    // Mike has no games at all: an operator verified him.
    expect(await verified()).toEqual([mike.id]);
  });

  it('happens once: a repeated one answers the same and changes nothing', async () => {
    const { database, club, doubles, singles } = await openClub(kind);
    await listen(database, club.submitter.applicationId);
    const idOf = await play(club, doubles, singles);
    const first = await takeBack(club, idOf(singles.identifier));
    const count = async () =>
      (await database.selectFrom('rating_change').select('change_order').execute()).length +
      (await database.selectFrom('webhook_delivery').select('id').execute()).length;
    const before = await count();
    const again = await takeBack(club, idOf(singles.identifier), { reason: 'Another reason.' });
    expect(again).toEqual(first);
    expect(await count()).toBe(before);
    await takeBack(club, idOf(doubles.identifier));
    expect(await takeBack(club, idOf(singles.identifier))).toEqual(first);
  });

  it('keeps the identifier: the same match again is a duplicate and is not rated', async () => {
    const { database, club, singles } = await openClub(kind);
    const idOf = await play(club, singles);
    await takeBack(club, idOf(singles.identifier));
    const again = await handle(club, batchOf([singles]));
    expect(again).toMatchObject({ numMatches: 0, duplicates: 1, ratingChanges: [] });
    expect(again.matches).toEqual([
      {
        identifier: singles.identifier,
        id: idOf(singles.identifier),
        status: 'duplicate',
        duplicateOf: 'own',
      },
    ]);
    expect(await standingRatings(database)).toEqual([]);
    const corrected = { ...singles, identifier: 'corrected' };
    expect(await handle(club, batchOf([corrected]))).toMatchObject({ numMatches: 1 });
  });

  it('returns only players who let the application read their rating', async () => {
    const { database, club, priya, daniel, singles } = await openClub(kind);
    const idOf = await play(club, singles);
    await database
      .updateTable('connection')
      .set({ scopes: ['user:profile:read'] })
      .where('member_id', '=', priya.id)
      .execute();
    const { ratingChanges } = await takeBack(club, idOf(singles.identifier));
    expect(new Set(ratingChanges.map(({ id }) => id))).toEqual(new Set([daniel.id]));
  });

  it('leaves a line in the audit', async () => {
    const { database, club, singles } = await openClub(kind);
    const idOf = await play(club, singles);
    const matchId = idOf(singles.identifier);
    await takeBack(club, matchId);
    await takeBack(club, matchId);
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

import { describe, expect, it } from 'vitest';
import { createTestDatabase, databases } from '../testing/test-database.ts';
import { batchOf, matchOf } from './testing/batches.ts';
import { createClub, listen } from './testing/club.ts';
import { foldLedger, standingRatings } from './testing/fold-ledger.ts';
import { settleAll } from './testing/settle-all.ts';
import { handle } from './testing/story.ts';
import { takeBack } from './testing/voids.ts';

describe.each(databases)('voids and batches at once on %s', (kind) => {
  it('give what some serial order gives, and the ledger says which', async () => {
    const database = await createTestDatabase(kind);
    const club = await createClub(
      database,
      Array.from({ length: 6 }, () => ({})),
    );
    await listen(database, club.submitter.applicationId);
    const pair = (from: number) =>
      [from, from + 1].map((number) => {
        const player = club.players[number % club.players.length];
        if (player === undefined) throw new Error('The club has six players.');
        return [player];
      });
    const sportOf = (index: number) => (index % 3 === 0 ? 'padel' : 'pickleball');
    const first = await handle(
      club,
      batchOf(
        Array.from({ length: 12 }, (_, index) =>
          matchOf(`first-${index}`, pair(index), { sport: sportOf(index) }),
        ),
      ),
    );
    const ids = first.matches.map(({ id }) => id ?? '');
    const [answers] = await Promise.all([
      // Each twice, at once.
      Promise.all([...ids.slice(0, 6), ...ids.slice(0, 6)].map((id) => takeBack(club, id))),
      Promise.all(
        Array.from({ length: 8 }, (_, writer) =>
          handle(
            club,
            batchOf([
              matchOf(`${writer}-0`, pair(writer)),
              matchOf(`${writer}-1`, pair(writer + 2), { sport: 'padel' }),
            ]),
          ),
        ),
      ),
    ]);
    expect(answers.slice(0, 6)).toEqual(answers.slice(6));
    await settleAll(database);
    expect(await standingRatings(database)).toEqual(await foldLedger(database));
    const sent = await database.selectFrom('webhook_delivery').select('payload').execute();
    const sequences = sent
      .map(({ payload }) => JSON.parse(payload).data)
      .map(({ id, sequence }) => `${id} ${sequence}`);
    expect(new Set(sequences).size).toBe(sequences.length);
  });
});

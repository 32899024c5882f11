import { describe, expect, it } from 'vitest';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { formerPlayer } from '../../privacy/domain/former-player.ts';
import { overwritePeople } from '../../privacy/store/people.ts';
import { databases } from '../../testing/test-database.ts';
import { untilBlocked } from '../../testing/until-blocked.ts';
import { onDay } from '../testing/batches.ts';
import { expectExact } from '../testing/compare-ratings.ts';
import {
  anotherPartner,
  bring,
  called,
  countMembers,
  finalOf,
  importOf,
  openTournament,
} from './testing/tournament.ts';

const byEmail = { email: 'lena.hoffmann@example.com' };

// A ghost is a member without an account.
it('an import that waits for an erasure creates a new ghost instead of the erased player', async () => {
  const { database, club } = await openTournament('postgres');
  const teams = [[called('Lena Hoffmann', byEmail)], [called('Carmen Ortiz')]];
  const first = await bring(club, importOf([finalOf('one', teams)]));
  const ghostId = first.participants[0]?.id ?? '';
  const erasing = await database.startTransaction().execute();
  await overwritePeople(erasing as DatabaseTransaction, [ghostId], formerPlayer, new Date(0));
  const importing = bring(club, importOf([finalOf('two', teams)]));
  await untilBlocked(database);
  await erasing.commit().execute();
  const second = await importing;
  expect(second).toMatchObject({ matchesImported: 1, ghostPlayersCreated: 1 });
  expect(second.participants[0]).toMatchObject({ isNew: true, reason: 'no_match' });
  expect(second.participants[0]?.id).not.toBe(ghostId);
});

describe.each(databases)('imports at the same time on %s', (kind) => {
  it('create one ghost for a person who is named by an email address', async () => {
    const { database, club, priya } = await openTournament(kind);
    const partner = called('Priya Natarajan', { memberId: priya.id });
    const names = ['Lena Hoffmann', 'Helena Hoffmann', 'L. Hoffmann', 'Lena H'];
    const results = await Promise.all(
      names.map(async (name, index) => {
        const teams = [[called(name, byEmail)], [partner]];
        return await bring(club, importOf([finalOf(`match-${index}`, teams)]));
      }),
    );
    expect(new Set(results.map(({ participants }) => participants[0]?.id)).size).toBe(1);
    expect(results.map(({ ghostPlayersCreated }) => ghostPlayersCreated).toSorted()).toEqual([
      0, 0, 0, 1,
    ]);
    expect(await countMembers(database)).toBe(4);
  });

  it('create one ghost for each application if a person is named only by name', async () => {
    const { database, club, priya } = await openTournament(kind);
    const partner = called('Priya Natarajan', { memberId: priya.id });
    const other = await anotherPartner(club);
    const results = await Promise.all(
      [club, other, club, other].map(async (importer, index) => {
        const teams = [[called('Lena Hoffmann')], [partner]];
        return await bring(importer, importOf([finalOf(`match-${index}`, teams)]));
      }),
    );
    const [one, two, three, four] = results.map(({ participants }) => participants[0]?.id);
    expect([three, four]).toEqual([one, two]);
    expect(await countMembers(database)).toBe(5);
  });

  it('of the same file import it once', async () => {
    const { database, club } = await openTournament(kind);
    const teams = [[called('Lena Hoffmann', byEmail)], [called('Carmen Ortiz')]];
    const body = importOf([finalOf('one', teams), finalOf('two', teams.toReversed())]);
    const results = await Promise.all(Array.from({ length: 4 }, () => bring(club, body)));
    expect(results.map(({ matchesImported }) => matchesImported).toSorted()).toEqual([0, 0, 0, 2]);
    expect(await countMembers(database)).toBe(4);
    await expectExact(database);
  });

  it('do not deadlock with any order of people and addresses', async () => {
    const { database, club } = await openTournament(kind);
    const people = Array.from({ length: 12 }, (_, index) =>
      called(`Person ${'abcdefghijkl'[index]}`, { email: `person-${index}@example.com` }),
    );
    const results = await Promise.all(
      Array.from({ length: 6 }, (_, run) => {
        const own = people.map((person) => ({ ...person, lastName: `${person.lastName} ${run}` }));
        const order = run % 2 === 0 ? own : own.toReversed();
        const matches = [0, 2, 4, 6, 8, 10].map((at) =>
          finalOf(
            `run-${run}-${at}`,
            [order.slice(at, at + 1), order.slice(at + 1, at + 2)],
            onDay(run),
          ),
        );
        return bring(club, importOf(matches));
      }),
    );
    expect(results.every(({ matchesImported }) => matchesImported === 6)).toBe(true);
    expect(await countMembers(database)).toBe(3 + people.length);
    await expectExact(database);
  });
});

import { checkRows } from '@partner-rating/table-tests';
import { expect, it } from 'vitest';
import { insertMember } from '../../testing/builders.ts';
import { databases } from '../../testing/test-database.ts';
import { bring, called, finalOf, importOf, openTournament } from './testing/tournament.ts';

it.each(databases)('on %s the state finds a player among many of the same name', async (kind) => {
  const { database, club } = await openTournament(kind);
  const john = { first_name: 'John', last_name: 'Smith', city: 'Springfield' };
  // More than the service compares. Without the state, all of them come first.
  for (let index = 0; index < 25; index += 1) {
    await insertMember(database, { ...john, state: 'Illinois' });
  }
  const states = [
    ['Québec', 'QUEBEC'],
    ['Łódzkie', 'lodzkie'],
    ['D.C.', 'DC'],
    ['Baden-Württemberg', 'baden wurttemberg'],
  ];
  await checkRows(states, async (state: string, sent: string) => {
    const wanted = await insertMember(database, { ...john, state });
    const participant = called('John Smith', { city: 'Springfield', state: sent });
    const teams = [[participant], [called('Carmen Ortiz')]];
    const result = await bring(club, importOf([finalOf('final', teams)], { dryRun: true }));
    expect(result.participants[0]).toMatchObject({ id: wanted.id, reason: 'name_and_place' });
  });
});

import type { Schemas } from '@partner-rating/server';
import { describe, expect, it } from 'vitest';
import { insertConnection, insertMember } from '../../testing/builders.ts';

import {
  anotherPartner,
  bring,
  called,
  finalOf,
  importOf,
  openTournament,
  refusal,
  send,
} from './testing/tournament.ts';

async function openHidden() {
  const opened = await openTournament('postgres');
  const { database, club } = opened;
  const hidden = await insertMember(database, {
    first_name: 'Mike',
    last_name: 'Brennan',
    email: 'mike.brennan@example.com',
    birth_date: '1986-04-30',
    gender: 'MALE',
    city: 'Austin',
    state: 'TX',
    is_discoverable: false,
  });
  const bringThem = async (participant: Schemas.Participant, dryRun = false) => {
    const match = finalOf('final', [[participant], [called('Carmen Ortiz')]]);
    const result = await bring(club, importOf([match], { dryRun }));
    return { result, entry: result.participants[0] };
  };
  return { ...opened, hidden, bringThem };
}

describe('a member who does not want to be found', () => {
  it('is not matched by e-mail address, and the ghost does not take the address from them', async () => {
    const { database, hidden, bringThem } = await openHidden();
    const { entry } = await bringThem(
      called('Mike J. Brennan', { email: 'mike.brennan@example.com' }),
    );
    expect(entry).toMatchObject({ isNew: true, isGhost: true, reason: 'no_match' });
    const rows = database.selectFrom('match_participant').select('member_id');
    expect((await rows.execute()).map(({ member_id }) => member_id)).not.toContain(hidden.id);
  });

  it('is answered like a new ghost, by whatever they are named', async () => {
    const { bringThem } = await openHidden();
    const known = await bringThem(called('M. B.', { email: 'mike.brennan@example.com' }), true);
    const nobody = await bringThem(called('M. B.', { email: 'nobody.else@example.com' }), true);
    expect(known.result).toEqual(nobody.result);
  });

  it.each<[string, Partial<Schemas.Participant>]>([
    ['alone', {}],
    ['and birth year', { birthYear: 1986 }],
    ['and place', { city: 'Austin', state: 'TX' }],
    ['and gender', { gender: 'MALE' }],
    ['and every fact', { birthYear: 1986, gender: 'MALE', city: 'Austin', state: 'TX' }],
  ])('is not matched by name %s, as if there were no such member', async (_, facts) => {
    const { hidden, database, bringThem } = await openHidden();
    const participant = called('Mike Brennan', facts);
    const dryRun = await bringThem(participant, true);
    const real = await bringThem(participant);
    expect(dryRun.entry).toMatchObject({ isNew: true, isGhost: true, reason: 'no_match' });
    expect(real.entry).toMatchObject({ isNew: true, isGhost: true, reason: 'no_match' });
    const rows = database.selectFrom('match_participant').select('member_id');
    expect((await rows.execute()).map(({ member_id }) => member_id)).not.toContain(hidden.id);
  });

  it('makes no difference to who of the name can be found', async () => {
    const { database, club } = await openHidden();
    const named = { first_name: 'Mike', last_name: 'Brennan', gender: 'MALE' } as const;
    const other = await insertMember(database, named);
    for (const birthYear of [1985, 1986]) {
      const teams = [[called('Mike Brennan', { birthYear })], [called('Carmen Ortiz')]];
      const result = await bring(club, importOf([finalOf('final', teams)], { dryRun: true }));
      expect(result.participants[0]).toMatchObject({ id: other.id, reason: 'unique_name' });
    }
  });

  it('named by e-mail address, does not reveal by who else in the import they are whether a guess is right', async () => {
    const { club } = await openHidden();
    const guess = async (facts: Partial<Schemas.Participant>) => {
      const known = called('Mike Brennan', { email: 'mike.brennan@example.com' });
      const result = await bring(
        club,
        importOf(
          [
            finalOf('semi-final', [[known], [called('Carmen Ortiz')]]),
            finalOf('final', [[called('Mike Brennan', facts)], [called('Carmen Ortiz')]]),
          ],
          { dryRun: true },
        ),
      );
      return result.participants;
    };
    expect(await guess({ birthYear: 1985 })).toEqual(await guess({ birthYear: 1986 }));
    expect(await guess({ gender: 'FEMALE' })).toEqual(await guess({ gender: 'MALE' }));
    expect(await guess({ city: 'Dallas' })).toEqual(await guess({ city: 'Austin' }));
  });

  it('is unknown_player by their identifier, as one that does not exist', async () => {
    const { club, hidden } = await openHidden();
    const teams = [[called('Mike Brennan', { memberId: hidden.id })], [called('Carmen Ortiz')]];
    expect(refusal(await send(club, importOf([finalOf('final', teams)])))).toEqual([
      'unknown_player /matches/0/teams/0/0',
    ]);
  });

  it('is revealed to an application they are connected to', async () => {
    const { database, club, hidden, bringThem } = await openHidden();
    await insertConnection(database, club.submitter.applicationId, hidden.id, [
      'user:profile:read',
    ]);
    const { entry } = await bringThem(
      called('Mike J. Brennan', { email: 'mike.brennan@example.com' }),
    );
    expect(entry).toMatchObject({ id: hidden.id, displayName: 'Mike B.' });
  });

  it('is matched by name where they are connected to the application, until they disconnect', async () => {
    const { database, club, hidden, bringThem } = await openHidden();
    await insertConnection(database, club.submitter.applicationId, hidden.id, [
      'user:profile:read',
    ]);
    const participant = called('Mike Brennan', { birthYear: 1986 });
    const connected = await bringThem(participant, true);
    expect(connected.entry).toMatchObject({ id: hidden.id, reason: 'name_and_birth_year' });
    await database
      .updateTable('connection')
      .set({ revoked_at: new Date(0) })
      .execute();
    const disconnected = await bringThem(participant, true);
    expect(disconnected.entry).toMatchObject({ id: null, isNew: true, reason: 'no_match' });
  });

  it('is not matched by name where they are connected to another application', async () => {
    const { database, club, hidden, bringThem } = await openHidden();
    const { submitter } = await anotherPartner(club);
    await insertConnection(database, submitter.applicationId, hidden.id, ['user:profile:read']);
    const { entry } = await bringThem(called('Mike Brennan', { birthYear: 1986 }), true);
    expect(entry).toMatchObject({ isNew: true, reason: 'no_match' });
  });

  it('is not revealed by a match imported before they opted out, when it is sent again', async () => {
    const { database, hidden, bringThem } = await openHidden();
    const participant = called('Mike J. Brennan', { email: 'mike.brennan@example.com' });
    const show = async (isDiscoverable: boolean) =>
      await database
        .updateTable('member')
        .set({ is_discoverable: isDiscoverable })
        .where('id', '=', hidden.id)
        .execute();
    await show(true);
    expect((await bringThem(participant)).entry).toMatchObject({ id: hidden.id });
    await show(false);
    const { entry, result } = await bringThem(participant);
    expect(result.matchesImported).toBe(0);
    expect(entry).toMatchObject({ id: null, memberId: null, displayName: 'Mike J.' });
  });
});

describe('the answer of an import', () => {
  it('holds no more of a member than the public card', async () => {
    const { database, club } = await openTournament('postgres');
    await insertMember(database, {
      first_name: 'Daniel',
      last_name: 'Okafor',
      email: 'secret@example.com',
      birth_date: '1972-07-07',
      city: 'Round Rock',
      zip: '78664',
    });
    const teams = [[called('Daniel Okafor')], [called('Carmen Ortiz')]];
    const result = await bring(club, importOf([finalOf('final', teams)]));
    expect(Object.keys(result.participants[0] ?? {}).toSorted()).toEqual([
      'displayName',
      'firstName',
      'id',
      'isGhost',
      'isNew',
      'lastName',
      'memberId',
      'pointers',
      'reason',
    ]);
    expect(JSON.stringify(result)).not.toMatch(/secret|1972|Round Rock|78664/);
  });
});

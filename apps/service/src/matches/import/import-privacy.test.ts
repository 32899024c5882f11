import type { Schemas } from '@partner-rating/server';
import { checkRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { insertConnection, insertMember } from '../../testing/builders.ts';
import type { Club } from '../testing/club.ts';

import {
  anotherPartner,
  bring,
  called,
  finalOf,
  importOf,
  openTournament,
} from './testing/tournament.ts';

const email = 'mike.brennan@example.com';

const newGhost = { isNew: true, isGhost: true, reason: 'no_match' };

async function openHidden() {
  const opened = await openTournament('postgres');
  const { database, club } = opened;
  const hidden = await insertMember(database, {
    ...{ first_name: 'Mike', last_name: 'Brennan', email, birth_date: '1986-04-30' },
    ...{ gender: 'MALE', city: 'Austin', state: 'TX', is_discoverable: false },
  });
  const bringThem = async (participant: Schemas.Participant, dryRun = false) => {
    const match = finalOf('final', [[participant], [called('Carmen Ortiz')]]);
    const result = await bring(club, importOf([match], { dryRun }));
    return { result, entry: result.participants[0] };
  };
  /** Expects that the member has played no match. */
  const expectAbsent = async () => {
    const rows = await database.selectFrom('match_participant').select('member_number').execute();
    expect(rows.map((row) => row.member_number)).not.toContain(hidden.member_number);
  };
  const connect = async ({ submitter: { applicationId } }: Club) =>
    await insertConnection(database, applicationId, hidden.id, ['user:profile:read']);
  return { ...opened, hidden, bringThem, expectAbsent, connect };
}

describe('a member who does not want to be found', () => {
  it('is not matched by name and any fact, as if there were no such member', async () => {
    const { bringThem, expectAbsent } = await openHidden();
    const location = { city: 'Austin', state: 'TX' };
    const [year, gender] = [{ birthYear: 1986 }, { gender: 'MALE' as const }];
    const all = { ...year, ...gender, ...location };
    await checkRows([{}, year, location, gender, all], async (facts: object) => {
      const { entry } = await bringThem(called('Mike Brennan', facts), true);
      expect(entry).toMatchObject(newGhost);
    });
    expect((await bringThem(called('Mike Brennan', all))).entry).toMatchObject(newGhost);
    await expectAbsent();
  });

  it('does not change which other members with the same name are found', async () => {
    const { database, bringThem } = await openHidden();
    const named = { first_name: 'Mike', last_name: 'Brennan', gender: 'MALE' } as const;
    const other = await insertMember(database, named);
    for (const birthYear of [1985, 1986]) {
      const { entry } = await bringThem(called('Mike Brennan', { birthYear }), true);
      expect(entry).toMatchObject({ id: other.id, reason: 'unique_name' });
    }
  });

  it('named by email address, does not reveal whether the facts of another participant are theirs', async () => {
    const { club } = await openHidden();
    const guess = async (facts: Partial<Schemas.Participant>) => {
      const [known, guessed] = [called('Mike Brennan', { email }), called('Mike Brennan', facts)];
      const matches = [
        finalOf('semi-final', [[known], [called('Carmen Ortiz')]]),
        finalOf('final', [[guessed], [called('Carmen Ortiz')]]),
      ];
      return (await bring(club, importOf(matches, { dryRun: true }))).participants;
    };
    expect(await guess({ birthYear: 1985 })).toEqual(await guess({ birthYear: 1986 }));
    expect(await guess({ gender: 'FEMALE' })).toEqual(await guess({ gender: 'MALE' }));
    expect(await guess({ city: 'Dallas' })).toEqual(await guess({ city: 'Austin' }));
  });

  it('is revealed only to an application to which they are connected, until they disconnect', async () => {
    const { database, club, hidden, bringThem, connect } = await openHidden();
    const byName = called('Mike Brennan', { birthYear: 1986 });
    await connect(await anotherPartner(club));
    expect((await bringThem(byName, true)).entry).toMatchObject(newGhost);
    await connect(club);
    expect((await bringThem(byName, true)).entry).toMatchObject({
      ...{ id: hidden.id, displayName: 'Mike B.', reason: 'name_and_birth_year' },
    });
    const byAddress = await bringThem(called('Mike J. Brennan', { email }), true);
    expect(byAddress.entry).toMatchObject({ id: hidden.id, reason: 'email' });
    const ended = database.updateTable('connection').set({ revoked_at: new Date(0) });
    await ended.execute();
    expect((await bringThem(byName, true)).entry).toMatchObject({ ...newGhost, id: null });
  });

  it('is not revealed by a match from before they opted out, when it is sent again', async () => {
    const { database, hidden, bringThem } = await openHidden();
    const participant = called('Mike J. Brennan', { email });
    const show = async (is_discoverable: boolean) => {
      const members = database.updateTable('member').set({ is_discoverable });
      await members.where('id', '=', hidden.id).execute();
    };
    await show(true);
    expect((await bringThem(participant)).entry).toMatchObject({ id: hidden.id });
    await show(false);
    const { entry, result } = await bringThem(participant);
    expect(result.matchesImported).toBe(0);
    expect(entry).toMatchObject({ id: null, memberId: null, displayName: 'Mike J.' });
  });
});

describe('the response to an import', () => {
  it('shows only the public card of a member', async () => {
    const { database, club } = await openTournament('postgres');
    await insertMember(database, {
      ...{ first_name: 'Daniel', last_name: 'Okafor', email: 'secret@example.com' },
      ...{ birth_date: '1972-07-07', city: 'Round Rock', zip: '78664' },
    });
    const teams = [[called('Daniel Okafor')], [called('Carmen Ortiz')]];
    const result = await bring(club, importOf([finalOf('final', teams)]));
    expect(Object.keys(result.participants[0] ?? {}).toSorted()).toEqual([
      ...['displayName', 'firstName', 'id', 'isGhost', 'isNew'],
      ...['lastName', 'memberId', 'pointers', 'reason'],
    ]);
    expect(JSON.stringify(result)).not.toMatch(/secret|1972|Round Rock|78664/);
  });
});

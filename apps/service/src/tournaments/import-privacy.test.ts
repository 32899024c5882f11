import type { Schemas } from '@partner-rating/server';
import { describe, expect, it } from 'vitest';
import { connect, insertPlayer } from '../matches/testing/club.ts';
import { bring, called, finalOf, importOf, openTournament } from './testing/tournament.ts';

async function openHidden() {
  const opened = await openTournament('postgres');
  const { database, club } = opened;
  const hidden = await insertPlayer(database, {
    first_name: 'Mike',
    last_name: 'Brennan',
    email: 'mike.brennan@example.com',
    birth_date: '1986-04-30',
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
  it('is matched, for it is their match, but not told to who did not know them', async () => {
    const { database, hidden, bringThem } = await openHidden();
    const { entry } = await bringThem(called('M. B.', { email: 'mike.brennan@example.com' }));
    expect(entry).toMatchObject({
      firstName: 'M.',
      id: null,
      memberId: null,
      displayName: 'M. B.',
      isNew: false,
      reason: 'email',
    });
    const rows = database.selectFrom('match_participant').select('member_id');
    expect((await rows.execute()).map(({ member_id }) => member_id)).toContain(hidden.id);
  });

  it.each([true, false])('is not told by name either, dry run %s', async (dryRun) => {
    const { bringThem } = await openHidden();
    const { entry } = await bringThem(called('mike BRENNAN', { birthYear: 1986 }), dryRun);
    expect(entry).toMatchObject({ id: null, memberId: null, displayName: 'mike B.' });
  });

  it('is named by the identifier the partner knows, and by nothing else of theirs', async () => {
    const { hidden, bringThem } = await openHidden();
    const { entry } = await bringThem(called('Somebody Else', { memberId: hidden.id }), true);
    expect(entry).toMatchObject({ id: hidden.id, displayName: 'Somebody E.', reason: 'member_id' });
  });

  it('is told to an application they are connected to', async () => {
    const { database, club, hidden, bringThem } = await openHidden();
    await connect(database, club.submitter.applicationId, hidden.id, ['user:profile:read']);
    const { entry } = await bringThem(called('M. B.', { email: 'mike.brennan@example.com' }));
    expect(entry).toMatchObject({ id: hidden.id, displayName: 'Mike B.' });
  });

  it('stays hidden when the import is sent again', async () => {
    const { bringThem } = await openHidden();
    const participant = called('M. B.', { email: 'mike.brennan@example.com' });
    await bringThem(participant);
    const { entry, result } = await bringThem(participant);
    expect(result.matchesImported).toBe(0);
    expect(entry).toMatchObject({ id: null, memberId: null, displayName: 'M. B.' });
  });
});

describe('the answer of an import', () => {
  it('holds no more of a member than the public card', async () => {
    const { database, club } = await openTournament('postgres');
    await insertPlayer(database, {
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

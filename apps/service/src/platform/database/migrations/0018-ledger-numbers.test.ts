import { type Kysely, sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { findStoredMatches } from '../../../matches/store/ledger.ts';
import { findReports } from '../../../matches/store/reports.ts';
import { findParticipations, findUnconfirmed } from '../../../matches/store/responses.ts';
import { findLedgerMatches } from '../../../ratings/store/ledger.ts';
import { insertApplication, insertMember } from '../../../testing/builders.ts';
import { createTestDatabase, databases } from '../../../testing/test-database.ts';
import { createSchema } from '../schema/create-schema.ts';
import type { Database, MemberRow } from '../schema.ts';
import { addPlayerMails } from './0005-player-mails.ts';
import { addUpheldResults } from './0007-upheld-results.ts';
import { simplifySearch } from './0013-plain-search.ts';
import { packHistory } from './0015-packed-history.ts';
import { addMemberNumbers } from './0017-member-numbers.ts';
import { numberLedger } from './0018-ledger-numbers.ts';

const HASH = 'ab'.repeat(32);

/** Four reports: an imported one, one that repeats it, one that is disputed, and one whose dispute an operator decided. */
const stored = (application: string, lena: string, ghost: string, otto: string) => `
  insert into match_batch (id, application_id, created_at) values ('bat_1', '${application}', now());
  insert into match (
    id, batch_id, application_id, identifier, content_hash, sport, match_date, brackets, content, created_at
  ) select
    id, 'bat_1', '${application}', id, '\\x${HASH}', 'padel', '2026-01-01', '{overall-open,doubles-35+}', content::jsonb, now()
  from (values
    ('mat_import', '{"teams": [["a"], ["b"]], "event": null, "games": [{"identifier": null, "scores": [11, 4]}], "sentHash": "${HASH}"}'),
    ('mat_repeat', '{"teams": [["a"], ["b"]], "event": "Open", "games": []}'),
    ('mat_dispute', '{"teams": [["a"], ["b"]], "games": []}'),
    ('mat_upheld', '{"teams": [["a"], ["b"]], "games": []}')
  ) as item (id, content);
  insert into match_participant (match_id, member_id, team, position, is_confirmed, match_date, arrival)
  select match.id, member_id, team, 0, member_id <> '${ghost}', match_date, arrival
  from match, (values ('${ghost}', 0), ('${otto}', 1)) as player (member_id, team);
  insert into unconfirmed_participation (match_id, participant_id, member_id, sport, match_date, arrival)
  select id, '${ghost}', '${lena}', sport, match_date, arrival from match;
  insert into match_fingerprint (match_id, fingerprint, moment, first_day, last_day)
  select id, '\\x${HASH}', null, '2026-01-01', '2026-01-02' from match where id in ('mat_import', 'mat_repeat');
  insert into uncounted_match (match_id, arrival, reason, other_match_id)
  select id, arrival, 'repeated', 'mat_import' from match where id = 'mat_repeat';
  insert into match_response (match_id, member_id, response, created_at) values
    ('mat_repeat', '${ghost}', 'confirmed', '2026-01-02'),
    ('mat_dispute', '${otto}', 'disputed', '2026-01-02'),
    ('mat_upheld', '${otto}', 'disputed', '2026-01-02');
  update match_response set upheld_at = '2026-01-03', upholding_reason = 'seen' where match_id = 'mat_upheld';
`;

describe.each(databases)('matches from before the ledger had numbers, on %s,', (kind) => {
  let database: Database;
  let applicationId: string;
  let lena: MemberRow;
  let ghost: MemberRow;
  let otto: MemberRow;

  beforeEach(async () => {
    database = await createTestDatabase(kind);
    for (const statement of [`drop schema public cascade`, `create schema public`])
      await sql.raw(statement).execute(database);
    const schema = database as Kysely<unknown>;
    await createSchema(schema);
    for (const add of [addPlayerMails, addUpheldResults, simplifySearch, packHistory]) {
      await add(schema);
    }
    await addMemberNumbers(schema);
    applicationId = await insertApplication(database);
    lena = await insertMember(database);
    ghost = await insertMember(database, { is_ghost: true, merged_into: lena.id });
    otto = await insertMember(database);
    const text = stored(applicationId, lena.id, ghost.id, otto.id);
    for (const statement of text.split(';\n')) await sql.raw(statement).execute(database);
    await numberLedger(schema);
  });

  const statuses = async () =>
    (
      await database
        .selectFrom('match')
        .innerJoin('match_status', 'match_status.arrival', 'match.arrival')
        .select(['match.id', 'match_status.status'])
        .orderBy('match.arrival')
        .execute()
    ).map(({ id, status }) => `${id} ${status}`);

  it('keep their players, answers, and status', async () => {
    expect(await statuses()).toEqual([
      'mat_import rated',
      'mat_repeat duplicate',
      'mat_dispute disputed',
      'mat_upheld unconfirmed',
    ]);
    const ids = ['mat_import', 'mat_repeat', 'mat_dispute'];
    const ofLena = ids.map((matchId) => ({ matchId, memberId: lena.id }));
    const confirmed = { participantNumber: ghost.member_number, isRated: true };
    expect(await findParticipations(database, ofLena)).toMatchObject([
      { matchId: 'mat_import', arrival: 1, ...confirmed, isConfirmed: false },
      { matchId: 'mat_repeat', arrival: 1, ...confirmed, isConfirmed: true },
      { matchId: 'mat_dispute', arrival: 3, isRated: false, isDisputed: false },
    ]);
    const ofOtto = [{ matchId: 'mat_dispute', memberId: otto.id }];
    expect(await findParticipations(database, ofOtto)).toMatchObject([
      { participantNumber: otto.member_number, isRated: true, isDisputed: true },
    ]);
    const open = await findUnconfirmed(database, ids);
    expect(open.map(({ matchId }) => matchId)).toEqual(['mat_import', 'mat_dispute']);
    const upheld = await database
      .selectFrom('match_response')
      .select(['member_number', 'upheld_at', 'upholding_reason'])
      .where('upheld_at', 'is not', null)
      .execute();
    const decided = { upheld_at: new Date('2026-01-03'), upholding_reason: 'seen' };
    expect(upheld).toEqual([{ member_number: otto.member_number, ...decided }]);
  });

  it('have their brackets, no nulls, and are recognised by the first half of their hashes', async () => {
    const [ledger] = await findLedgerMatches(database, ['mat_import']);
    expect(ledger?.brackets).toEqual(['overall-open', 'doubles-35+']);
    const [match] = await findStoredMatches(database, applicationId, ['mat_import']);
    expect(Buffer.from(match?.content_hash ?? []).toString('hex')).toBe('ab'.repeat(16));
    expect(match?.content).toEqual({
      teams: [[lena.id], [otto.id]],
      games: [{ scores: [11, 4] }],
      ...{ sport: 'padel', sentHash: 'ab'.repeat(16) },
    });
    const query = { fingerprints: ['ab'.repeat(16)], applicationId: null };
    expect(await findReports(database, query)).toMatchObject([
      { matchId: 'mat_import', moment: null, firstDay: '2026-01-01', lastDay: '2026-01-02' },
      { matchId: 'mat_repeat', reason: 'repeated', otherMatchId: 'mat_import', event: 'Open' },
    ]);
  });

  it('follow later answers, and stay append-only', async () => {
    await sql`
      insert into match_response (arrival, member_number, response, created_at)
      values (4, ${ghost.member_number}, 'confirmed', now())
    `.execute(database);
    expect(await statuses()).toContain('mat_upheld rated');
    await sql`
      insert into match_void select id, application_id, 'wrong', now() from match where arrival = 1
    `.execute(database);
    expect(await statuses()).toContain('mat_import voided');
    for (const change of ['position = 1', 'arrival = 2', 'match_date = now()']) {
      const changing = sql.raw(`update match_participant set ${change}`).execute(database);
      await expect(changing).rejects.toThrow('append-only');
    }
    await sql`
      update match_participant set member_number = ${lena.member_number}
      where member_number = ${ghost.member_number}
    `.execute(database);
    const answers = database.selectFrom('match_response').select('member_number').distinct();
    expect(await answers.orderBy('member_number').execute()).toEqual([
      { member_number: lena.member_number },
      { member_number: otto.member_number },
    ]);
  });
});

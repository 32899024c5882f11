import { describe, expect, it } from 'vitest';
import { standingRatings } from '../matches/testing/fold-ledger.ts';
import type { Database } from '../platform/database/schema.ts';
import { createTestDatabase, databases } from '../testing/test-database.ts';
import {
  bring,
  called,
  finalOf,
  importOf,
  openTournamentIn,
} from '../tournaments/testing/tournament.ts';
import { checkPassword } from './check-password.ts';
import { createAccount } from './create-account.ts';

const clock = () => new Date('2026-09-12T20:00:00Z');
const lena = {
  email: 'lena.hoffmann@example.com',
  password: 'a long walk to the net',
  firstName: 'Magdalena',
  lastName: 'Hoffmann-Weiß',
  birthDate: '1987-05-02',
  city: 'Köln',
  country: 'DE',
};

/** A tournament that brought Lena as a ghost, under a guessed name and birth year. */
async function openGhost(database: Database) {
  const { club, priya } = await openTournamentIn(database);
  const ghost = called('Lena Hoffmann', {
    email: 'LENA.Hoffmann@example.com',
    birthYear: 1988,
    gender: 'FEMALE',
    city: 'Austin',
    state: 'TX',
  });
  const partner = called('Priya Natarajan', { memberId: priya.id });
  const body = importOf([finalOf('final', [[ghost], [partner]])]);
  const { participants } = await bring(club, body);
  const [{ id, memberId } = { id: null, memberId: null }] = participants;
  return { club, body, ghost: { memberId: id, memberNumber: memberId } };
}

describe.each(databases)('registering with the e-mail address of a ghost on %s', (kind) => {
  it('makes the ghost the member, under the account’s own names and facts', async () => {
    const database = await createTestDatabase(kind);
    const { ghost } = await openGhost(database);
    expect(await createAccount({ database, clock }, lena)).toEqual(ghost);
    const member = await database
      .selectFrom('member')
      .selectAll()
      .where('id', '=', ghost.memberId ?? '')
      .executeTakeFirstOrThrow();
    expect(member).toMatchObject({
      first_name: 'Magdalena',
      last_name: 'Hoffmann-Weiß',
      display_name: 'Magdalena H.',
      name_folded: 'magdalena hoffmann weiss',
      email: 'lena.hoffmann@example.com',
      birth_date: '1987-05-02',
      birth_year: null,
      gender: 'UNKNOWN',
      city: 'Köln',
      city_folded: 'koln',
      state: null,
      country: 'DE',
      is_ghost: false,
    });
    expect(await checkPassword({ database }, lena)).toMatchObject({ memberId: ghost.memberId });
  });

  it('keeps ratings and history, which go on', async () => {
    const database = await createTestDatabase(kind);
    const { club, ghost } = await openGhost(database);
    const before = await standingRatings(database);
    await createAccount({ database, clock }, lena);
    expect(await standingRatings(database)).toEqual(before);
    const again = finalOf('rematch', [
      [called('Magdalena Hoffmann-Weiß', { birthYear: 1987 })],
      [called('Carmen Ortiz')],
    ]);
    const { participants } = await bring(club, importOf([again]));
    expect(participants[0]).toMatchObject({
      id: ghost.memberId,
      isGhost: false,
      reason: 'name_and_birth_year',
    });
    const history = await database
      .selectFrom('rating_change')
      .select(['bracket', 'previous_rating'])
      .where('member_id', '=', ghost.memberId ?? '')
      .where('bracket', '=', 'overall-open')
      .orderBy('change_order')
      .execute();
    expect(history).toEqual([
      { bracket: 'overall-open', previous_rating: null },
      { bracket: 'overall-open', previous_rating: expect.any(Number) },
    ]);
  });

  it('lets the same import run again without a trace', async () => {
    const database = await createTestDatabase(kind);
    const { club, body, ghost } = await openGhost(database);
    await createAccount({ database, clock }, lena);
    const before = await standingRatings(database);
    const result = await bring(club, body);
    expect(result).toMatchObject({ matchesImported: 0, ghostPlayersCreated: 0, success: true });
    expect(result.participants[0]).toMatchObject({
      id: ghost.memberId,
      displayName: 'Magdalena H.',
      isGhost: false,
      isNew: false,
    });
    expect(await standingRatings(database)).toEqual(before);
  });

  it('keeps what the ghost’s games have proved', async () => {
    const database = await createTestDatabase(kind);
    const { ghost } = await openGhost(database);
    await database.updateTable('rating').set({ games: 5 }).execute();
    await createAccount({ database, clock }, lena);
    const member = await database
      .selectFrom('member')
      .select('is_vairified')
      .where('id', '=', ghost.memberId ?? '')
      .executeTakeFirstOrThrow();
    expect(member.is_vairified).toBe(true);
  });

  it('leaves an audit line', async () => {
    const database = await createTestDatabase(kind);
    const { ghost } = await openGhost(database);
    await createAccount({ database, clock }, lena);
    const entries = database.selectFrom('audit_entry').selectAll().orderBy('audit_order');
    expect(await entries.execute()).toMatchObject([
      { action: 'member.created', member_id: ghost.memberId, occurred_at: clock() },
      { action: 'ghost.claimed', member_id: ghost.memberId, occurred_at: clock() },
    ]);
  });

  it('succeeds for one of several at once', async () => {
    const database = await createTestDatabase(kind);
    const { ghost } = await openGhost(database);
    const attempts = await Promise.allSettled(
      Array.from({ length: 4 }, () => createAccount({ database, clock }, lena)),
    );
    const made = attempts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(made).toEqual([ghost]);
    for (const attempt of attempts) {
      if (attempt.status === 'rejected') expect(String(attempt.reason)).toContain('exists already');
    }
    expect(await database.selectFrom('account').selectAll().execute()).toHaveLength(1);
  });

  it('ends in one member, where the import that brings the ghost runs at the same time', async () => {
    const database = await createTestDatabase(kind);
    const { club } = await openTournamentIn(database);
    const teams = [[called('Lena Hoffmann', { email: lena.email })], [called('Carmen Ortiz')]];
    const [created, imported] = await Promise.all([
      createAccount({ database, clock }, lena),
      bring(club, importOf([finalOf('final', teams)])),
    ]);
    expect(imported.participants[0]?.id).toBe(created.memberId);
  });
});

describe('a ghost that an operator has claimed for a member', () => {
  it('keeps its e-mail address from being registered by somebody else', async () => {
    const database = await createTestDatabase('postgres');
    const { club, ghost } = await openGhost(database);
    const member = await createAccount(
      { database, clock },
      { ...lena, email: 'magdalena@example.com' },
    );
    await database
      .updateTable('member')
      .set({ merged_into: member.memberId })
      .where('id', '=', ghost.memberId ?? '')
      .execute();
    await expect(createAccount({ database, clock }, lena)).rejects.toThrow('exists already');
    const teams = [
      [called('Magdalena Hoffmann-Weiß', { email: lena.email })],
      [called('Carmen Ortiz')],
    ];
    const { participants } = await bring(club, importOf([finalOf('next', teams)]));
    expect(participants[0]).toMatchObject({ id: member.memberId, reason: 'email' });
  });
});

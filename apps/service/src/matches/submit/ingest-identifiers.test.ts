import { describe, expect, it } from 'vitest';
import { eraseMember } from '../../privacy/erase-member.ts';
import { insertGhost } from '../../testing/builders.ts';
import { databases } from '../../testing/test-database.ts';
import { effectiveMatches } from '../domain/effective-match.ts';
import { batchOf, matchOf, scored } from '../testing/batches.ts';
import { countRows, submittedAt } from '../testing/club.ts';
import { storedRatings } from '../testing/fold-ledger.ts';
import { anotherClub, setScopes } from '../testing/reports.ts';
import { storeUnjudged } from '../testing/store-unjudged.ts';
import { handle, openClub, refusal, submit } from '../testing/story.ts';
import { play } from '../testing/voids.ts';

describe.each(databases)('identifiers on %s', (kind) => {
  it('of stored matches that break a newer rule make them duplicates, next to new matches', async () => {
    const { database, club, doubles, singles } = await openClub(kind);
    const old = { ...doubles, games: scored('11-10') };
    await storeUnjudged(club, effectiveMatches(batchOf([old])));
    const batch = batchOf([old, singles]);
    expect((await handle(club, { ...batch, dryRun: true })).matches).toMatchObject([
      { status: 'duplicate' },
      { status: 'projected' },
    ]);
    expect((await handle(club, batch)).matches).toMatchObject([
      { status: 'duplicate' },
      { status: 'rated' },
    ]);
    expect(await countRows(database)).toMatchObject({ match: 2 });
  });

  it('make a match a duplicate even after a player who was sent by number opted out or was erased', async () => {
    const { database, club, mike, priya, singles } = await openClub(kind);
    const sent = matchOf('by-number', [[{ id: String(mike.member_number) }], [priya]]);
    await handle(club, batchOf([sent]));
    await database.deleteFrom('connection').where('member_id', '=', mike.id).execute();
    const members = database.updateTable('member').set({ is_discoverable: false });
    await members.where('id', '=', mike.id).execute();
    const once = { numMatches: 1, duplicates: 1 };
    expect(await handle(club, batchOf([sent, singles]))).toMatchObject(once);
    await eraseMember(club.dependencies, { memberId: mike.id, actor: 'player' });
    const later = { ...singles, identifier: 'later', matchDate: '2026-09-11T15:45:00Z' };
    expect(await handle(club, batchOf([sent, later]))).toMatchObject(once);
    const other = await submit(club, batchOf([{ ...sent, games: scored('7-11') }]));
    expect(refusal(other)).toContain('match_conflict /matches/0/identifier');
  });

  it('of stored matches in a batch do not stop its new matches from being rated', async () => {
    const { club, doubles, singles } = await openClub(kind);
    await handle(club, batchOf([doubles]));
    const result = await handle(club, batchOf([doubles, singles, singles]));
    expect(result).toMatchObject({ numMatches: 1, duplicates: 2 });
    const [, one, other] = result.matches;
    expect(other).toEqual({ ...one, status: 'duplicate', duplicateOf: 'own' });
  });

  it('conflict if they name another match, and nothing is stored', async () => {
    const { database, club, doubles, singles } = await openClub(kind);
    const other = { ...doubles, games: scored('11-2') };
    expect(await submit(club, batchOf([doubles, other]))).toMatchObject({
      kind: 'conflict',
      errors: [{ code: 'repeated_identifier', pointer: '/matches/1/identifier' }],
    });
    await play(club, doubles);
    const before = await countRows(database);
    expect(await submit(club, batchOf([singles, other]))).toMatchObject({
      kind: 'conflict',
      errors: [{ code: 'match_conflict', pointer: '/matches/1/identifier' }],
    });
    expect(await countRows(database)).toEqual(before);
  });

  it('belong to one application', async () => {
    const { club, doubles } = await openClub(kind);
    await play(club, doubles);
    const other = await anotherClub(club, [], { trusted: true });
    const another = { ...doubles, games: scored('11-2') };
    expect(await handle(other, batchOf([another]))).toMatchObject({ numMatches: 1, duplicates: 0 });
  });
});

describe('consent', () => {
  it('is required from every player, for this application, in a valid connection', async () => {
    const { database, club, mike, priya, daniel, sofia, doubles } = await openClub('pglite');
    const { applicationId } = club.submitter;
    await setScopes(club, priya, ['user:profile:read']);
    const connections = database.updateTable('connection').set({ revoked_at: submittedAt });
    await connections.where('member_id', '=', daniel.id).execute();
    await database.deleteFrom('connection').where('member_id', '=', sofia.id).execute();
    await anotherClub(club, [priya, daniel, sofia]);

    const { matches } = await handle(club, batchOf([doubles]));
    expect(matches[0]?.confirmations).toEqual([
      ['confirmed', 'unconfirmed'],
      ['unconfirmed', 'unconfirmed'],
    ]);
    const moved = await storedRatings(database);
    expect(new Set(moved.map(({ member_id }) => member_id))).toEqual(new Set([mike.id]));

    const trusted = { ...club, submitter: { applicationId, trusted: true } };
    const other = { ...doubles, identifier: 'another', matchDate: '2026-09-11T15:30:00Z' };
    const result = await handle(trusted, batchOf([other]));
    expect(result.matches[0]?.confirmations?.flat()).toEqual(new Array(4).fill('confirmed'));
    expect(new Set(result.ratingChanges.map(({ id }) => id))).toEqual(new Set([mike.id]));
  });

  it("decides which players' changes are shown", async () => {
    const { club, mike, priya, daniel, sofia, doubles } = await openClub('pglite');
    for (const one of [priya, daniel, sofia]) {
      await setScopes(club, one, ['user:profile:read', 'user:match:submit']);
    }
    const { ratingChanges } = await handle(club, batchOf([doubles]));
    expect(new Set(ratingChanges.map(({ id }) => id))).toEqual(new Set([mike.id]));
  });
});

// A ghost is a member without an account.
describe('a ghost', () => {
  it('is not required for a trusted key', async () => {
    const { database, club, mike, doubles } = await openClub('pglite');
    const { applicationId } = club.submitter;
    const ghost = await insertGhost(database, applicationId, { first_name: 'Lena' });
    const trusted = { ...club, submitter: { applicationId, trusted: true } };
    const match = { ...doubles, teams: [[mike.id], [String(ghost.member_number)]] };
    expect(await handle(trusted, batchOf([match]))).toMatchObject({ numMatches: 1 });
  });
});

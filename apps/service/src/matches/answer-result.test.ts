import { describe, expect, it } from 'vitest';
import type { Database } from '../platform/database/schema.ts';
import { rebuildRatings } from '../ratings/rebuild-ratings.ts';
import { type DatabaseKind, databases } from '../testing/test-database.ts';
import { confirmResult, denyResult, disputeResult } from './answer-result.ts';
import { matchOf } from './testing/batches.ts';
import { expectCleanAudit, valuesOf } from './testing/compare-ratings.ts';
import { standingRatings } from './testing/fold-ledger.ts';
import { openClub } from './testing/story.ts';
import { play, takeBack } from './testing/voids.ts';

/** A season of the club in which Mike, who has not agreed to anything yet, plays at `unconfirmed`. */
async function openSeason(kind: DatabaseKind, { agrees = false } = {}) {
  const { database, club, mike, priya, daniel, sofia } = await openClub(kind);
  const before = await play(
    club,
    matchOf('before', [[mike], [priya]]),
    matchOf('others-before', [[daniel], [priya]]),
  );
  if (!agrees) await withdraw(database, mike.id);
  const unconfirmed = await play(
    club,
    matchOf('unconfirmed', [
      [mike, sofia],
      [priya, daniel],
    ]),
  );
  await agree(database, mike.id);
  const after = await play(
    club,
    matchOf('later', [[priya], [mike]]),
    matchOf('later-others', [[sofia], [daniel]]),
  );
  const idOf = (identifier: string) =>
    before(identifier) || unconfirmed(identifier) || after(identifier);
  const answer = { memberId: mike.id, matchId: idOf('unconfirmed') };
  return { database, club, mike, priya, daniel, sofia, idOf, answer };
}

async function setScopes(database: Database, memberId: string, scopes: string[]) {
  const update = database.updateTable('connection').set({ scopes });
  await update.where('member_id', '=', memberId).execute();
}
const withdraw = (database: Database, memberId: string) =>
  setScopes(database, memberId, ['user:profile:read']);
const agree = (database: Database, memberId: string) =>
  setScopes(database, memberId, ['user:profile:read', 'user:match:submit']);

describe.each(databases)('a confirmed result on %s', (kind) => {
  it('does what it would have done with consent from the start, to the last bit, later matches included', async () => {
    const late = await openSeason(kind);
    const without = await valuesOf(late.database, late.club.players);
    expect(await confirmResult(late.club.dependencies, late.answer)).toEqual({ kind: 'recorded' });
    const agreed = await openSeason(kind, { agrees: true });
    const confirmed = await valuesOf(late.database, late.club.players);
    expect(confirmed).toEqual(await valuesOf(agreed.database, agreed.club.players));
    expect(confirmed).not.toEqual(without);
    await expectCleanAudit(late.database);
    const [rebuilt] = await rebuildRatings(late.club.dependencies, { dryRun: false });
    expect(rebuilt).toMatchObject({ steps: 0, ratings: 0 });
  });

  it('shows in the history as a confirmation of that match', async () => {
    const { database, club, mike, idOf, answer } = await openSeason(kind);
    await confirmResult(club.dependencies, answer);
    const changes = await database
      .selectFrom('rating_change')
      .select(['cause', 'match_id', 'bracket'])
      .where('member_id', '=', mike.id)
      .where('cause', '=', 'confirmation')
      .where('bracket', '=', 'overall-open')
      .execute();
    expect(changes).toEqual([
      { cause: 'confirmation', match_id: idOf('unconfirmed'), bracket: 'overall-open' },
    ]);
  });

  it('is confirmed once, however often and at once it is asked for', async () => {
    const { database, club, answer } = await openSeason(kind);
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => confirmResult(club.dependencies, answer)),
    );
    expect(outcomes.map(({ kind: outcome }) => outcome).toSorted()).toEqual([
      'recorded',
      'unchanged',
      'unchanged',
    ]);
    const before = await standingRatings(database);
    expect(await confirmResult(club.dependencies, answer)).toEqual({ kind: 'unchanged' });
    expect(await standingRatings(database)).toEqual(before);
  });

  it('may have been denied before, and is not denied any more but disputed', async () => {
    const { database, club, answer } = await openSeason(kind);
    const before = await standingRatings(database);
    expect(await denyResult(club.dependencies, answer)).toEqual({ kind: 'recorded' });
    expect(await denyResult(club.dependencies, answer)).toEqual({ kind: 'unchanged' });
    expect(await disputeResult(club.dependencies, answer)).toEqual({ kind: 'not_confirmed' });
    expect(await standingRatings(database)).toEqual(before);
    expect(await confirmResult(club.dependencies, answer)).toEqual({ kind: 'recorded' });
    expect(await denyResult(club.dependencies, answer)).toEqual({ kind: 'already_confirmed' });
    const confirmed = await standingRatings(database);
    expect(confirmed).not.toEqual(before);
    expect(await disputeResult(club.dependencies, answer)).toEqual({ kind: 'recorded' });
    expect(await disputeResult(club.dependencies, answer)).toEqual({ kind: 'unchanged' });
    expect(await standingRatings(database)).toEqual(confirmed);
    await expectCleanAudit(database);
  });

  it('is taken back by a void like any other', async () => {
    const late = await openSeason(kind);
    await confirmResult(late.club.dependencies, late.answer);
    await takeBack(late.club, late.answer.matchId);
    const agreed = await openSeason(kind, { agrees: true });
    await takeBack(agreed.club, agreed.answer.matchId);
    expect(await valuesOf(late.database, late.club.players)).toEqual(
      await valuesOf(agreed.database, agreed.club.players),
    );
    await expectCleanAudit(late.database);
  });
});

describe.each(databases)('there is nothing to answer on %s', (kind) => {
  it('in a match that was voided', async () => {
    const { database, club, answer } = await openSeason(kind);
    await takeBack(club, answer.matchId);
    const before = await standingRatings(database);
    for (const respond of [confirmResult, denyResult, disputeResult]) {
      expect(await respond(club.dependencies, answer)).toEqual({ kind: 'voided' });
    }
    expect(await standingRatings(database)).toEqual(before);
  });

  it('in a match of others, or none', async () => {
    const { club, mike, idOf } = await openSeason(kind);
    for (const matchId of [idOf('later-others'), 'mat_01k4yh2c9f3v7b1r5x8z6k2a0d']) {
      const answer = { memberId: mike.id, matchId };
      expect(await confirmResult(club.dependencies, answer)).toEqual({ kind: 'not_found' });
    }
  });

  it('where a result was confirmed when it was stored, but for a dispute', async () => {
    const { club, mike, idOf } = await openSeason(kind);
    const answer = { memberId: mike.id, matchId: idOf('before') };
    expect(await confirmResult(club.dependencies, answer)).toEqual({ kind: 'unchanged' });
    expect(await denyResult(club.dependencies, answer)).toEqual({ kind: 'already_confirmed' });
    expect(await disputeResult(club.dependencies, answer)).toEqual({ kind: 'recorded' });
  });
});

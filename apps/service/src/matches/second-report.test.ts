import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { rebuildRatings } from '../ratings/rebuild-ratings.ts';
import { ratingHistory } from '../ratings/store/rating-history.ts';
import { usualScopes } from '../testing/builders.ts';
import { databases } from '../testing/test-database.ts';
import { confirmResult, denyResult } from './answer-result.ts';
import { readMatch } from './read-matches.ts';
import { batchOf, matchOf, teamsOf } from './testing/batches.ts';
import { breakOffAt } from './testing/break-off.ts';
import { expectCleanAudit, expectExact, valuesOf } from './testing/compare-ratings.ts';
import { dumpTables } from './testing/dump-tables.ts';
import { storedRatings } from './testing/fold-ledger.ts';
import {
  anotherClub,
  openFour,
  openSeason,
  responsesTo,
  setScopes,
  twin,
  withPlayersOf,
} from './testing/reports.ts';
import { settleAll } from './testing/settle-all.ts';
import { handle, openClub, refusal, submit } from './testing/story.ts';
import { play, voidPlayed } from './testing/voids.ts';

describe.each(databases)('a second report on %s', (kind) => {
  it('confirms the first for players who agreed to it, with exactly the ratings of a consent from the start, and the history names the match as the cause', async () => {
    const { database, club, mike, unconfirmed, matchId } = await openSeason(kind);
    const without = await valuesOf(database, club.players);
    const other = await anotherClub(club, [mike]);
    const result = await handle(other, batchOf([twin(unconfirmed)]));
    expect(result.matches).toMatchObject([{ status: 'duplicate', duplicateOf: 'other' }]);
    const agreed = await openSeason(kind, { agrees: true });
    const confirmed = await valuesOf(database, club.players);
    expect(confirmed).toEqual(await valuesOf(agreed.database, agreed.club.players));
    expect(confirmed).not.toEqual(without);
    expect(await responsesTo(database, matchId)).toEqual([]);
    await expectCleanAudit(database);
    const [rebuilt] = await rebuildRatings(club.dependencies, { dryRun: false });
    expect(rebuilt).toMatchObject({ steps: 0, ratings: 0 });
    const before = await dumpTables(database);
    await handle(other, batchOf([twin(unconfirmed)]));
    expect(await dumpTables(database)).toEqual(before);
    const history = await database
      .selectFrom(ratingHistory)
      .select(['match_id'])
      .where('member_id', '=', mike.id)
      .where('cause', '=', 'confirmation')
      .where('bracket', '=', 'overall-open')
      .execute();
    expect(history).toEqual([{ match_id: matchId }]);
  });

  it('confirms it for all players if the key is trusted', async () => {
    const { database, club, mike, sofia, unconfirmed, matchId } = await openSeason(kind);
    const trusted = await anotherClub(club, [], { trusted: true });
    await handle(trusted, batchOf([twin(unconfirmed)]));
    const { applicationId } = club.submitter;
    const match = await readMatch(database, { matchId, applicationId });
    const named = match?.teams.flat().filter(({ id }) => id === mike.id || id === sofia.id);
    expect(named?.map(({ confirmation }) => confirmation)).toEqual(['confirmed', 'confirmed']);
    expect(match?.status).toBe('rated');
    await expectCleanAudit(database);
  });

  it('by the same application and under the same identifier confirms the first after a player agrees', async () => {
    const { database, club, mike, unconfirmed, matchId } = await openSeason(kind);
    await setScopes(club, mike, usualScopes);
    const result = await handle(club, batchOf([unconfirmed]));
    expect(result.matches).toMatchObject([{ id: matchId, duplicateOf: 'own' }]);
    expect(await responsesTo(database, matchId)).toMatchObject([{ member_id: mike.id }]);
    await expectCleanAudit(database);
  });

  it('may come with new matches of the same players', async () => {
    const { database, club, mike, priya, unconfirmed } = await openSeason(kind);
    const other = await anotherClub(club, [mike, priya]);
    const newer = matchOf('newer', [[mike], [priya]], { games: [{ scores: [11, 1] }] });
    const result = await handle(other, batchOf([newer, twin(unconfirmed)]));
    expect(result).toMatchObject({ numMatches: 1, duplicates: 1 });
    const [change] = result.ratingChanges.filter(({ id }) => id === mike.id);
    expect(change).toMatchObject({ gamesCounted: 1 });
    await expectExact(database);
  });

  it('confirms nothing for a player who denied it, who can still confirm it', async () => {
    const { database, club, mike, unconfirmed, matchId } = await openSeason(kind);
    const answer = { memberId: mike.id, matchId };
    await denyResult(club.dependencies, answer);
    const other = await anotherClub(club, [mike]);
    const before = await storedRatings(database);
    await handle(other, batchOf([twin(unconfirmed)]));
    await settleAll(database);
    expect(await storedRatings(database)).toEqual(before);
    await expectCleanAudit(database);
    expect(await confirmResult(club.dependencies, answer)).toEqual({ kind: 'recorded' });
  });

  it('confirms nothing in a dry run or a refused batch', async () => {
    const { database, club, mike, unconfirmed } = await openSeason(kind);
    await setScopes(club, mike, usualScopes);
    const before = await dumpTables(database);
    await handle(club, batchOf([unconfirmed], { dryRun: true }));
    const invalid = { ...unconfirmed, identifier: 'invalid', teams: [[mike.id], ['99999999']] };
    const outcome = await submit(club, batchOf([unconfirmed, invalid]));
    expect(refusal(outcome)).toEqual(['unknown_player /matches/1/teams/1/0']);
    expect(await dumpTables(database)).toEqual(before);
  });

  it('confirms nothing in a match that was voided', async () => {
    const { database, club, mike, unconfirmed, matchId } = await openSeason(kind);
    await voidPlayed(club, matchId);
    await setScopes(club, mike, usualScopes);
    const before = await dumpTables(database);
    await handle(club, batchOf([unconfirmed]));
    expect(await dumpTables(database)).toEqual(before);
  });

  it('confirms nothing for an unconnected player who opted out, even by a trusted key', async () => {
    const { database, club, sofia, unconfirmed, matchId } = await openSeason(kind);
    const members = database.updateTable('member').set({ is_discoverable: false });
    await members.where('id', '=', sofia.id).execute();
    await database.deleteFrom('connection').where('member_id', '=', sofia.id).execute();
    const trusted = { ...club, submitter: { ...club.submitter, trusted: true } };
    const result = await handle(trusted, batchOf([unconfirmed]));
    expect(result.matches).toMatchObject([{ status: 'duplicate', duplicateOf: 'own' }]);
    const responses = await responsesTo(database, matchId);
    expect(responses.map(({ member_id }) => member_id)).not.toContain(sofia.id);
  });

  it('gets a response while another settlement of the sport runs, and is settled later', async () => {
    const { database, club, mike, unconfirmed } = await openSeason(kind);
    await database
      .insertInto('settlement')
      .values({
        ...{ sport: 'pickleball', model_revision: 0, is_of_everybody: false, cause: 'late' },
        ...{ match_date: new Date(0), arrival: 0, last_arrival: 0, holder: 'another' },
        ...{ held_until: new Date('2100-01-01T00:00:00Z'), started_at: new Date(0) },
      })
      .execute();
    await setScopes(club, mike, usualScopes);
    const result = await handle(club, batchOf([unconfirmed]));
    expect(result).toMatchObject({ matches: [{ settled: false }] });
  });

  testRows(['uncounted_match', 'settlement_due', 'match'])(
    'that fails at any table leaves nothing, and can be sent again',
    async (table) => {
      const { database, club, mike, priya, unconfirmed } = await openSeason(kind);
      const other = await anotherClub(club, [mike, priya]);
      const before = await dumpTables(database);
      const removeTrigger = await breakOffAt(database, table);
      const newer = matchOf('newer', [[mike], [priya]], { games: [{ scores: [11, 1] }] });
      const batch = batchOf([twin(unconfirmed), newer]);
      await expect(submit(other, batch)).rejects.toThrow('The power is gone.');
      expect(await dumpTables(database)).toEqual(before);
      await removeTrigger();
      expect(await handle(other, batch)).toMatchObject({ numMatches: 1, duplicates: 1 });
      await expectExact(database);
    },
  );

  it('by each player’s own application at the same time confirms the match for all, in several sports', async () => {
    const { database, club, players, mike, priya, daniel, sofia } = await openFour(kind);
    const stranger = await anotherClub(club);
    const teams = teamsOf([mike, sofia], [priya, daniel]);
    const matches = ['pickleball', 'padel'].map((sport) => matchOf(sport, teams, { sport }));
    await handle(stranger, batchOf(matches));
    expect(await storedRatings(database)).toEqual([]);
    const clubs = await Promise.all(players.map(async (one) => await anotherClub(club, [one])));
    const results = await Promise.all(
      clubs.map(async (one, index) => {
        const order = index % 2 === 0 ? matches : matches.toReversed();
        return await handle(one, batchOf(order));
      }),
    );
    expect(results.every(({ success }) => success)).toBe(true);
    // A confirmation waits for the others only for a limited time.
    await settleAll(database);
    const agreed = await openClub(kind);
    await handle(agreed.club, batchOf(matches.map(withPlayersOf(club, agreed.club))));
    expect(await valuesOf(database, players)).toEqual(
      await valuesOf(agreed.database, agreed.club.players),
    );
    await expectCleanAudit(database);
  });
});

describe.each(databases)('a match that two applications reported on %s', (kind) => {
  it('cannot be denied by a player whose rating another report moves', async () => {
    const { database, club, mike, unconfirmed } = await openSeason(kind);
    const other = await anotherClub(club, [mike]);
    const { matches } = await handle(other, batchOf([twin(unconfirmed)]));
    const ids = await database.selectFrom('uncounted_match').select('match_id').execute();
    for (const { match_id: matchId } of [...ids, { match_id: matches[0]?.id ?? '' }]) {
      const outcome = await denyResult(club.dependencies, { memberId: mike.id, matchId });
      expect(outcome).toEqual({ kind: 'already_confirmed' });
    }
    await expectCleanAudit(database);
  });

  it('counts by the other report after one is void, and not at all after both are', async () => {
    const { database, club, players, doubles } = await openFour(kind);
    const other = await anotherClub(club, players);
    const idOf = await play(club, doubles);
    const before = await valuesOf(database, players);
    const [repeated] = (await handle(other, batchOf([twin(doubles)]))).matches;
    await voidPlayed(club, idOf(doubles.identifier));
    await settleAll(database);
    expect(await valuesOf(database, players)).toEqual(before);
    await expectCleanAudit(database);
    await voidPlayed(other, repeated?.id ?? '');
    expect(await storedRatings(database)).toEqual([]);
    await expectCleanAudit(database);
  });

  it('no longer moves the rating of a player who agreed only to the voided report', async () => {
    const { database, club, mike, unconfirmed } = await openSeason(kind);
    const before = await storedRatings(database);
    const other = await anotherClub(club, [mike]);
    const [repeated] = (await handle(other, batchOf([twin(unconfirmed)]))).matches;
    expect(await storedRatings(database)).not.toEqual(before);
    await voidPlayed(other, repeated?.id ?? '');
    await settleAll(database);
    expect(await storedRatings(database)).toEqual(before);
    await expectCleanAudit(database);
  });

  it('can be voided after the application confirmed it by a second report', async () => {
    const { club, mike, unconfirmed, matchId } = await openSeason(kind);
    await setScopes(club, mike, usualScopes);
    await handle(club, batchOf([unconfirmed]));
    expect(await voidPlayed(club, matchId)).toMatchObject({ matchId });
  });
});

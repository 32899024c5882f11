import type { Schemas } from '@partner-rating/server';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../platform/database/schema.ts';
import { settleDue } from '../../ratings/settlement/settle-due.ts';
import { openLateClub } from '../../ratings/settlement/testing/late-club.ts';
import { ratingHistory } from '../../ratings/store/rating-history.ts';
import { databases, everyDatabase } from '../../testing/test-database.ts';
import { batchOf, matchOf, onDay, scored } from '../testing/batches.ts';
import { type Club, listen, writtenEvents } from '../testing/club.ts';
import { foldLedger, storedRatings } from '../testing/fold-ledger.ts';
import { anotherClub } from '../testing/reports.ts';
import { handle, openClub } from '../testing/story.ts';
import { play, reason, voidedAt } from '../testing/voids.ts';
import { replaceMatch } from './replace-match.ts';

async function replace(
  club: Club,
  matchId: string,
  match: Schemas.MatchInput,
  options: Parameters<typeof replaceMatch>[3] = {},
) {
  const dependencies = { ...club.dependencies, clock: () => voidedAt };
  const request = { matchId, reason, batch: batchOf([match]) };
  const outcome = await replaceMatch(dependencies, club.submitter, request, options);
  if (outcome?.kind !== 'handled') throw new Error('The match was not replaced.');
  return outcome.result;
}

async function historyOf(database: Database, memberId: string) {
  return await database
    .selectFrom(ratingHistory)
    .select(['cause', 'previous_rating', 'rating'])
    .where('member_id', '=', memberId)
    .where('bracket', '=', 'overall-open')
    .orderBy('change_order')
    .execute();
}

describe.each(everyDatabase)('a replacement on %s', (kind) => {
  it('gives the ratings that follow from the new match, including later ratings', async () => {
    const { database, club, mike, priya, sofia, singles, doubles } = await openClub(kind);
    const later = matchOf('later', [[mike], [sofia]], { matchDate: '2026-09-12T16:30:00Z' });
    const idOf = await play(club, singles, doubles, later);
    const before = await storedRatings(database);
    const right = { ...singles, identifier: 'right', teams: [[priya.id], [sofia.id]] };
    const { matches, ratingChanges } = await replace(club, idOf(singles.identifier), right);
    const after = await storedRatings(database);
    expect(matches).toMatchObject([{ status: 'rated', settled: true }]);
    expect(after).not.toEqual(before);
    expect(after).toEqual(await foldLedger(database));
    for (const { id, bracket, previousRating, newRating } of ratingChanges) {
      const of = (rows: typeof after) =>
        rows.find((row) => row.member_id === id && row.bracket === bracket)?.rating ?? null;
      expect([previousRating, newRating]).toEqual([of(before), of(after)]);
    }
    expect(new Set(ratingChanges.map(({ id }) => id)).size).toBe(4);
  });

  it('is one entry of the history and one event for each player', async () => {
    const { database, club, priya, daniel, singles } = await openClub(kind);
    const idOf = await play(club, singles);
    const listener = await anotherClub(club, [priya]);
    const { applicationId } = listener.submitter;
    await listen(database, applicationId);
    const before = await historyOf(database, priya.id);
    const right = { ...singles, identifier: 'right', games: scored('4-11') };
    await replace(club, idOf(singles.identifier), right);
    const history = await historyOf(database, priya.id);
    expect(history).toHaveLength(before.length + 1);
    expect(history.at(-1)?.previous_rating).toBe(before.at(-1)?.rating);
    expect(await historyOf(database, daniel.id)).toHaveLength(2);
    const events = await writtenEvents(database);
    expect(events).toMatchObject([{ application_id: applicationId, type: 'rating.updated' }]);
  });

  it('stores a new match without a game that counts, which moves no rating', async () => {
    const { database, club, singles } = await openClub(kind);
    const idOf = await play(club, singles);
    const { games: _, ...unplayed } = singles;
    const ended = { identifier: 'walkover', outcome: 'walkover', winner: 0 } as const;
    const walkover = { ...unplayed, ...ended };
    const { matches } = await replace(club, idOf(singles.identifier), walkover);
    expect(matches).toMatchObject([{ status: 'stored', settled: true }]);
    expect(await storedRatings(database)).toEqual([]);
  });

  it('with a voided match is refused, and nothing changes', async () => {
    const { database, club, singles } = await openClub(kind);
    const idOf = await play(club, singles);
    const second = { ...singles, identifier: 'second', games: scored('4-11') };
    const { matches } = await replace(club, idOf(singles.identifier), second);
    const id = matches[0]?.id ?? '';
    const before = await storedRatings(database);
    await expect(replace(club, id, singles)).rejects.toMatchObject({
      code: 'match_conflict',
      detail: `${singles.identifier} is the identifier of a voided match, which keeps it. Choose a new one.`,
    });
    expect(await storedRatings(database)).toEqual(before);
    const again = await replace(club, id, { ...singles, identifier: 'third' });
    expect(again).toMatchObject({ duplicates: 0, matches: [{ status: 'rated' }] });
    expect(await storedRatings(database)).toEqual(await foldLedger(database));
  });

  it('repeats the report of another application if it is the same match', async () => {
    const { database, club, priya, daniel, singles } = await openClub(kind);
    const idOf = await play(club, singles);
    const other = await anotherClub(club, [priya, daniel]);
    const right = { ...singles, identifier: 'right', games: scored('4-11') };
    // With an offset, its time is more exact.
    const theirs = { ...right, matchDate: '2026-09-12T10:45:00-05:00' };
    await handle(other, batchOf([theirs]));
    const result = await replace(club, idOf(singles.identifier), right);
    expect(result).toMatchObject({
      duplicates: 1,
      matches: [{ status: 'duplicate', duplicateOf: 'other' }],
    });
    expect(await storedRatings(database)).toEqual(await foldLedger(database));
    const reasons = await database.selectFrom('uncounted_match').select('reason').execute();
    expect(reasons.map(({ reason }) => reason).toSorted()).toEqual(['repeated', 'voided']);
  });
});

describe.each(databases)(
  'a replacement that reaches too many matches to be settled at once on %s',
  (kind) => {
    it('leaves the ratings unchanged until it is settled, and says so', async () => {
      const { database, dependencies, club, mike, priya, lateId } = await openLateClub(kind);
      await settleDue(dependencies);
      const before = await storedRatings(database);
      const right = matchOf('right', [[mike], [priya]], { ...onDay(7), games: scored('4-11') });
      const result = await replace(club, lateId, right, { maxMatches: 1 });
      expect(result).toMatchObject({ matches: [{ status: 'rated', settled: false }] });
      expect(result.ratingChanges).toEqual([]);
      expect(await storedRatings(database)).toEqual(before);
      await settleDue({ ...dependencies, clock: () => voidedAt });
      expect(await storedRatings(database)).toEqual(await foldLedger(database));
    });
  },
);

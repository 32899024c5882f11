import type { Schemas } from '@partner-rating/server';
import { describe, expect, it } from 'vitest';
import { usualScopes } from '../../testing/builders.ts';
import { type DatabaseKind, databases } from '../../testing/test-database.ts';
import { confirmResult, denyResult } from '../answer-result.ts';
import { batchOf, matchOf, onDay, scored, teamsOf } from '../testing/batches.ts';
import { openReader } from '../testing/open-reader.ts';
import { insertClubKey } from '../testing/post-batch.ts';
import { anotherClub, setScopes, twin } from '../testing/reports.ts';
import { settleAll } from '../testing/settle-all.ts';
import { handle } from '../testing/story.ts';
import { play, voidPlayed } from '../testing/voids.ts';

type Explanation = Schemas.RatingExplanation;

/** Opens the club of the examples, with functions that read its matches and a player's history. */
async function openExplained(kind: DatabaseKind) {
  const opened = await openReader(kind);
  const { ask, club } = opened;
  const reader = { 'x-api-key': await insertClubKey(club, ['key:member:read']) };
  /** Returns the explanation for each player in a match of the club, in the order of the teams. */
  async function partsOf(matchId: string): Promise<(Explanation | undefined)[]> {
    const { body } = await ask<Schemas.Match>(`/partner/matches/${matchId}`);
    return body.teams.flat().map(({ explanation }) => explanation);
  }
  async function historyOf({ id }: { id: string }): Promise<Schemas.RatingHistoryEntry[]> {
    const query = `memberId=${id}&bracket=overall-open`;
    const { body } = await ask<Schemas.RatingHistoryPage>(
      `/partner/member/rating-history?${query}`,
      reader,
    );
    return body.history;
  }
  /** Has one player win so often that a narrow win over the other is less than expected. */
  async function separate(winner: { id: string }, loser: { id: string }): Promise<void> {
    const matches = [1, 2, 3, 4, 5, 6].map((day) =>
      matchOf(`separate-${day}`, [[winner], [loser]], {
        games: scored('11-1 11-2'),
        ...onDay(day),
      }),
    );
    await handle(club, batchOf(matches));
  }
  return { ...opened, reader, partsOf, historyOf, separate };
}

const narrow = { games: scored('11-9') };
const granted = [...usualScopes, 'user:rating:history'];
const changeOf = ({ ratingBefore, ratingAfter }: Explanation) =>
  Math.round(1_000 * (ratingAfter ?? 0)) - Math.round(1_000 * (ratingBefore ?? 0));
const explained = ({ contributions, withheld }: Explanation) =>
  [...contributions, withheld].reduce((sum, part) => sum + Math.round(1_000 * part), 0);

describe.each(databases)('the reason of a match on %s', (kind) => {
  it('is moved if its games moved the rating', async () => {
    const { club, singles, ask, reader, priya, historyOf, partsOf } = await openExplained(kind);
    await setScopes(club, priya, granted);
    const idOf = await play(club, singles);
    const [own, others] = await partsOf(idOf('court-4-1545'));
    expect(own).toMatchObject({
      ...{ reason: 'moved', ratingBefore: 3.5, gamesWon: 2, gamesPlayed: 3, gameShare: 0.667 },
      ...{ pointShare: 0.507, expectedGameShare: 0.5, expectedPointShare: 0.5, withheld: 0 },
      ...{ opponentsRatings: [3.5] },
    });
    expect(own?.contributions).toHaveLength(3);
    for (const part of [own, others]) expect(part && explained(part)).toBe(part && changeOf(part));
    const [entry] = await historyOf(priya);
    expect(entry).toMatchObject({ newRating: own?.ratingAfter, explanation: own });
    const played = `/partner/member/matches?memberId=${priya.id}`;
    const { body } = await ask<Schemas.MatchesPage>(played, reader);
    expect(body.matches[0]?.teams[0]?.[0]?.explanation).toEqual(own);
  });

  it('is limited in a batch whose changes have the same rating before and after', async () => {
    const { club, mike, priya, separate, historyOf } = await openExplained(kind);
    await setScopes(club, priya, granted);
    await separate(priya, mike);
    const { ratingChanges } = await handle(
      club,
      batchOf([matchOf('narrow', [[priya], [mike]], narrow)]),
    );
    const own = ratingChanges.filter(({ id }) => id === priya.id);
    expect(own.map(({ bracket }) => bracket)).toContain('overall-open');
    for (const { previousRating, newRating } of own) expect(newRating).toBe(previousRating);
    const [entry] = await historyOf(priya);
    expect(entry).toMatchObject({ explanation: { reason: 'limited' } });
    expect(entry?.newRating).toBe(entry?.previousRating);
  });

  it('is limited if a win was less than expected, as is the loss', async () => {
    const { club, mike, daniel, separate, partsOf } = await openExplained(kind);
    await separate(mike, daniel);
    const idOf = await play(club, matchOf('narrow', [[mike], [daniel]], narrow));
    const [won, lost] = await partsOf(idOf('narrow'));
    for (const part of [won, lost]) {
      expect(part?.reason).toBe('limited');
      expect(part?.ratingAfter).toBe(part?.ratingBefore);
      expect(part && explained(part)).toBe(0);
    }
    expect(won?.withheld).toBeGreaterThan(0);
    expect(lost?.withheld).toBeLessThan(0);
    expect(won?.pointShare).toBeLessThan(won?.expectedPointShare ?? 0);
  });

  it('is as expected if the games changed nothing', async () => {
    const { club, mike, daniel, partsOf } = await openExplained(kind);
    const level = { outcome: 'drawn' as const, games: scored('8-8') };
    const idOf = await play(club, matchOf('level', [[mike], [daniel]], level));
    for (const part of await partsOf(idOf('level'))) {
      expect(part).toMatchObject({
        ...{ reason: 'as_expected', ratingBefore: 3.5, ratingAfter: 3.5, gameShare: 0.5 },
        ...{ pointShare: 0.5, expectedPointShare: 0.5, contributions: [0], withheld: 0 },
      });
    }
  });

  it('is contradicted if the finished games show another winner', async () => {
    const { club, mike, daniel, partsOf } = await openExplained(kind);
    const rest = { outcome: 'retired' as const, winner: 1, games: scored('11-2') };
    const idOf = await play(club, matchOf('led', [[mike], [daniel]], rest));
    const [part] = await partsOf(idOf('led'));
    expect(part).toEqual({
      ...{ reason: 'contradicted', ratingBefore: null, ratingAfter: null, withheld: 0 },
      ...{ gamesWon: 0, gamesPlayed: 0, gameShare: null, expectedGameShare: null },
      ...{ pointShare: null, expectedPointShare: null, contributions: [] },
      opponentsRatings: [3.5],
    });
  });

  it('is not rated if no game counts, or the match does not count', async () => {
    const { club, mike, priya, daniel, sofia, partsOf } = await openExplained(kind);
    const idOf = await play(
      club,
      matchOf('walkover', [[mike], [daniel]], { outcome: 'walkover', winner: 0, games: [] }),
      matchOf('voided', [[priya], [sofia]]),
      matchOf('first', [[mike], [sofia]]),
      matchOf('held', [[mike], [sofia]]),
    );
    await voidPlayed(club, idOf('voided'));
    for (const identifier of ['walkover', 'voided']) {
      const [part] = await partsOf(idOf(identifier));
      expect(part).toMatchObject({ reason: 'not_rated', ratingBefore: null, contributions: [] });
    }
    const [counted] = await partsOf(idOf('first'));
    const [held] = await partsOf(idOf('held'));
    const { ratingAfter } = counted ?? {};
    expect(counted?.reason).toBe('moved');
    expect(held).toMatchObject({ reason: 'not_rated', ratingBefore: ratingAfter, ratingAfter });
    expect(held).toMatchObject({ gamesWon: 1, gameShare: 1, contributions: [], withheld: 0 });
  });

  it('is unconfirmed for a player who has not agreed, while the others are rated against the player’s rating', async () => {
    const { club, mike, daniel, partsOf, separate, historyOf } = await openExplained(kind);
    await separate(daniel, mike);
    await setScopes(club, mike, ['user:profile:read', 'user:rating:read', 'user:rating:history']);
    await setScopes(club, daniel, granted);
    const idOf = await play(club, matchOf('open', [[mike], [daniel]]));
    const before = await historyOf(mike);
    const [own, others] = await partsOf(idOf('open'));
    const standing = before[0]?.newRating;
    expect(own).toMatchObject({
      ...{ reason: 'unconfirmed', ratingBefore: standing, ratingAfter: standing },
      ...{ contributions: [], gameShare: 1, withheld: 0 },
    });
    expect(others).toMatchObject({ reason: 'moved', opponentsRatings: [standing] });
    const answer = { memberId: mike.id, matchId: idOf('open') };
    await denyResult(club.dependencies, answer);
    expect((await partsOf(idOf('open')))[0]).toMatchObject({ reason: 'unconfirmed' });
    await confirmResult(club.dependencies, answer);
    const [confirmed] = await partsOf(idOf('open'));
    expect(confirmed).toMatchObject({ reason: 'moved', ratingBefore: standing });
    const [entry] = await historyOf(mike);
    expect(entry).toMatchObject({ cause: 'confirmation', explanation: confirmed });
  });

  it('of a late match follows from earlier matches, before and after it is settled', async () => {
    const { database, club, mike, daniel, partsOf, historyOf } = await openExplained(kind);
    await setScopes(club, mike, granted);
    const idOf = await play(
      club,
      matchOf('second', [[mike], [daniel]]),
      matchOf('late', [[daniel], [mike]], onDay(3)),
    );
    const atOnce = await partsOf(idOf('late'));
    await settleAll(database);
    const late = await partsOf(idOf('late'));
    expect(late).toEqual(atOnce);
    expect(late.map((part) => part?.ratingBefore)).toEqual([3.5, 3.5]);
    const [second] = await partsOf(idOf('second'));
    expect(second?.ratingBefore).toBe(late[1]?.ratingAfter);
    const history = await historyOf(mike);
    const ofLate = history.filter(({ matchId }) => matchId === idOf('late'));
    expect(ofLate.map(({ cause }) => cause)).toEqual(['late', 'match']);
    for (const { explanation } of ofLate) expect(explanation).toEqual(late[1]);
    expect(history[0]?.newRating).toBe(second?.ratingAfter);
  });

  it('of a repeated report is not rated, and the report that counts keeps its reason', async () => {
    const { club, mike, daniel, ask, partsOf } = await openExplained(kind);
    const match = matchOf('once', [[mike], [daniel]]);
    const idOf = await play(club, match);
    const before = await partsOf(idOf('once'));
    const other = await anotherClub(club, [mike, daniel]);
    const [repeat] = (await handle(other, batchOf([twin(match)]))).matches;
    expect(repeat?.status).toBe('duplicate');
    expect(await partsOf(idOf('once'))).toEqual(before);
    const theirs = { 'x-api-key': await insertClubKey(other) };
    const { body } = await ask<Schemas.Match>(`/partner/matches/${repeat?.id}`, theirs);
    for (const { explanation } of body.teams.flat()) {
      expect(explanation).toMatchObject({ reason: 'not_rated', contributions: [], withheld: 0 });
    }
  });

  it('hides the rating of a player who does not share it, and everything that would reveal it', async () => {
    const { club, mike, priya, daniel, sofia, partsOf } = await openExplained(kind);
    const pairs = matchOf('pairs', teamsOf([mike, priya], [daniel, sofia]));
    const idOf = await play(club, pairs);
    const [own, partner, opponent] = await partsOf(idOf('pairs'));
    await setScopes(club, sofia, ['user:profile:read', 'user:match:submit']);
    const hidden = { expectedGameShare: null, expectedPointShare: null };
    expect(await partsOf(idOf('pairs'))).toEqual([
      { ...own, ...hidden, opponentsRatings: [3.5, null] },
      { ...partner, ...hidden, opponentsRatings: [3.5, null] },
      { ...opponent, ...hidden },
      undefined,
    ]);
  });
});

import type { Schemas } from '@partner-rating/server';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import type { RatingDifference } from '../../ratings/domain/rating-differences.ts';
import type { Participation } from '../store/responses.ts';
import type { VoidChangeRow } from '../store/voids.ts';
import { mike, priya } from '../testing/batches.ts';
import { decideClaims, matchVoid, outcomeOf, replacementResult } from './corrections.ts';

const match = {
  ...{ id: 'mat_1', batchId: 'bat_1', identifier: 'final', sport: 'padel', arrival: 1 },
  ...{ matchDate: new Date('2026-09-11T12:00:00Z'), brackets: ['overall-open'], games: 2 },
};

const change = (id: string, bracket = 'overall-open') =>
  ({
    ...{ id, member_number: 10_482, first_name: 'Mike', last_name: 'Brennan', bracket },
    ...{ previous_rating: 4.268, rating: 4.231 },
  }) as VoidChangeRow;

function voided(changes: VoidChangeRow[]) {
  return matchVoid({
    ...{ match, playerIds: ['mem_1', 'mem_2'], reason: 'entered twice', isSettled: true, changes },
    voidedAt: new Date('2026-09-12T12:00:00Z'),
  });
}

describe('a void', () => {
  it('says which match was voided, when, and why', () => {
    expect(voided([])).toEqual({
      ...{ matchId: 'mat_1', identifier: 'final', reason: 'entered twice', settled: true },
      ...{ voidedAt: '2026-09-12T12:00:00.000Z', ratingChanges: [] },
    });
  });

  it("says how each rating moved, and counts games only for the match's own players and brackets", () => {
    const [moved, ...others] = voided([
      ...[change('mem_1'), change('mem_2', 'singles-open'), change('mem_9')],
    ]).ratingChanges;
    expect(moved).toEqual({
      ...{ memberId: 10_482, id: 'mem_1', displayName: 'Mike B.', sport: 'padel' },
      ...{ bracket: 'overall-open', previousRating: 4.268, newRating: 4.231, gamesCounted: 2 },
    });
    expect(others.map(({ gamesCounted }) => gamesCounted)).toEqual([0, 0]);
  });

  it('lists the players of the match first, then those whose later matches it changed', () => {
    const { ratingChanges } = voided([change('mem_9'), change('mem_1'), change('mem_8')]);
    expect(ratingChanges.map(({ id }) => id)).toEqual(['mem_1', 'mem_9', 'mem_8']);
  });
});

const rated = { identifier: 'final', id: 'mat_2', status: 'rated' } as const;

const duplicate = { identifier: 'final', status: 'duplicate', duplicateOf: 'own' } as const;

const stored = (match: Schemas.MatchResult, numMatches = 1) =>
  ({ success: true, batchId: 'bat_1', numMatches, matches: [match] }) as Schemas.MatchBatchResult;

function difference(memberId: string, bracket = 'overall-open', to: number | null = 4.3) {
  return {
    ...{ memberId, sport: 'padel', bracket, standing: { rating: 4.2 } },
    expected: to === null ? undefined : { rating: to },
  } as RatingDifference;
}

const moved = {
  isSettled: true,
  differences: [
    difference(mike.id),
    difference(mike.id, 'singles-open', null),
    difference(priya.id),
    difference('mem_hidden'),
  ],
  players: [mike, priya],
  counted: { memberIds: new Set([mike.id]), brackets: ['overall-open'], games: 3 },
};

describe('the response to a replacement', () => {
  it('says what both matches moved, for visible ratings, including first ratings', () => {
    const first = { ...difference(priya.id, 'mixed-open'), standing: null };
    const differences = [...moved.differences, first];
    const { ratingChanges } = replacementResult(stored(rated), { ...moved, differences });
    const change = (id: string, bracket: string, newRating: number | null, gamesCounted = 0) =>
      expect.objectContaining({ id, sport: 'padel', bracket, newRating, gamesCounted });
    expect(ratingChanges).toEqual([
      change(mike.id, 'overall-open', 4.3, 3),
      change(mike.id, 'singles-open', null),
      change(priya.id, 'overall-open', 4.3),
      change(priya.id, 'mixed-open', 4.3),
    ]);
    expect(ratingChanges.map(({ previousRating }) => previousRating)).toEqual([
      4.2,
      4.2,
      4.2,
      null,
    ]);
    expect(ratingChanges[0]).toMatchObject({ memberId: 10_482, displayName: 'Mike B.' });
  });

  it('does not mention ratings that are not settled yet', () => {
    const later = { ...moved, isSettled: false };
    expect(replacementResult(stored(rated), later)).toEqual({
      ...stored(rated),
      matches: [{ ...rated, settled: false }],
      ratingChanges: [],
      message: 'The match was replaced. The ratings are being worked out again and follow.',
    });
  });

  it('has the result of the match, and says whether a rated one is settled', () => {
    const answer = (match: Schemas.MatchResult, isSettled: boolean, count = 1) => {
      const { message, matches } = replacementResult(stored(match, count), { ...moved, isSettled });
      return [message, matches[0]?.settled];
    };
    const replaced = 'The match was replaced.';
    const reported = 'The match is void, and the new one was reported before.';
    const own = { ...duplicate, id: 'mat_1' };
    const others = { ...duplicate, id: null, settled: true };
    expect(answer({ ...rated, settled: false }, true)).toEqual([replaced, true]);
    expect(answer(own, false, 0)[1]).toBe(false);
    expect(answer({ ...own, settled: true }, true, 0)).toEqual([reported, undefined]);
    expect(answer(others, false, 0)[1]).toBeUndefined();
  });
});

const unconfirmed = { isRated: false, isDenied: false, isDisputed: false, isVoided: false };

const answer = (stands: Partial<Participation>, response: Parameters<typeof outcomeOf>[1]) =>
  outcomeOf({ ...unconfirmed, ...stands } as Participation, response).kind;

describe('the answer of a player to a result', () => {
  testRows<[string, Partial<Participation>, Parameters<typeof outcomeOf>[1], string]>([
    ['does not move the rating', {}, 'confirmed', 'recorded'],
    ['does not move the rating', {}, 'denied', 'recorded'],
    ['does not move the rating', {}, 'disputed', 'not_confirmed'],
    ['moves the rating', { isRated: true }, 'disputed', 'recorded'],
    ['moves the rating', { isRated: true }, 'denied', 'already_confirmed'],
    ['moves the rating only by another report', { isRated: true }, 'confirmed', 'recorded'],
    ['was confirmed', { isRated: true, isConfirmed: true }, 'confirmed', 'unchanged'],
    ['was denied', { isDenied: true }, 'denied', 'unchanged'],
    ['was denied', { isDenied: true }, 'confirmed', 'recorded'],
    ['was disputed', { isRated: true, isDisputed: true }, 'disputed', 'unchanged'],
    ['was voided', { isVoided: true, isRated: true }, 'confirmed', 'voided'],
    ['was voided', { isVoided: true, isRated: true }, 'denied', 'voided'],
    ['was voided', { isVoided: true }, 'disputed', 'voided'],
    ['is held', { isHeld: true }, 'distinct', 'recorded'],
    ['is held', { isHeld: true }, 'disputed', 'recorded'],
    ['is held and was distinguished', { isHeld: true, isDistinct: true }, 'distinct', 'unchanged'],
    ['is not held', { isRated: true }, 'distinct', 'not_held'],
  ])('depends on the state of the result', (_, stands, response, outcome) => {
    expect(answer(stands, response)).toBe(outcome);
  });
});

/** A match of a ghost, a member without an account. A letter names each ghost, and a digit each match. */
function offered(ghostId: string, matchId: string, mayBeMine = true) {
  return {
    ...{ ghostId, matchId, mayBeMine, participation: `${matchId} ${ghostId}` },
    ...{ participantId: ghostId, participantNumber: 1, sport: 'padel', isRated: true },
    ...{ matchDate: new Date('2026-09-12T12:00:00Z'), arrival: 1 },
  };
}

/** Returns the decision, with each match by its name. */
function decide(matches: ReturnType<typeof offered>[], shown: string[], mine: string[]) {
  return decideClaims(matches, { shown, mine }).map(({ ghostId, isWhole, ...claim }) => ({
    ghostId,
    mine: claim.mine.map(({ matchId }) => matchId),
    declined: claim.declined.map(({ matchId }) => matchId),
    isWhole,
  }));
}

describe('the claims of a player', () => {
  it('claim a ghost as a whole if all its matches are theirs', () => {
    const matches = [offered('a', '1'), offered('a', '2')];
    expect(decide(matches, ['1 a', '2 a'], ['1 a', '2 a'])).toEqual([
      { ghostId: 'a', mine: ['1', '2'], declined: [], isWhole: true },
    ]);
  });

  it('leave a ghost separate if one of its matches is not theirs', () => {
    const matches = [offered('a', '1'), offered('a', '2')];
    expect(decide(matches, ['1 a', '2 a'], ['2 a'])).toEqual([
      { ghostId: 'a', mine: ['2'], declined: ['1'], isWhole: false },
    ]);
  });

  it('neither claim nor decline a match that was not shown, with any answer', () => {
    const matches = [offered('a', '1'), offered('a', '2')];
    expect(decide(matches, ['1 a'], ['1 a', '2 a'])).toEqual([
      { ghostId: 'a', mine: ['1'], declined: [], isWhole: false },
    ]);
  });

  it('neither claim nor decline a match that cannot be theirs', () => {
    expect(decide([offered('a', '1', false)], ['1 a'], ['1 a'])).toEqual([
      { ghostId: 'a', mine: [], declined: [], isWhole: false },
    ]);
  });

  it('are decided for each ghost separately', () => {
    const matches = [offered('a', '1'), offered('b', '2'), offered('a', '3')];
    expect(decide(matches, ['1 a', '2 b', '3 a'], ['2 b'])).toEqual([
      { ghostId: 'a', mine: [], declined: ['1', '3'], isWhole: false },
      { ghostId: 'b', mine: ['2'], declined: [], isWhole: true },
    ]);
  });

  it('claim one of two ghosts in a match, because nobody plays twice in it', () => {
    const matches = [offered('a', '1'), offered('b', '1')];
    expect(decide(matches, ['1 a', '1 b'], ['1 a', '1 b'])).toEqual([
      { ghostId: 'a', mine: ['1'], declined: [], isWhole: true },
      { ghostId: 'b', mine: [], declined: ['1'], isWhole: false },
    ]);
  });

  it('claim the second of two ghosts in a match if the first was declined', () => {
    const matches = [offered('a', '1'), offered('b', '1')];
    expect(decide(matches, ['1 a', '1 b'], ['1 b'])).toMatchObject([
      { mine: [], declined: ['1'] },
      { mine: ['1'], declined: [] },
    ]);
  });
});

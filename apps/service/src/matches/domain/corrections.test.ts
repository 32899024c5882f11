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
  it('says which match was taken back, when and why', () => {
    expect(voided([])).toEqual({
      ...{ matchId: 'mat_1', identifier: 'final', reason: 'entered twice', settled: true },
      ...{ voidedAt: '2026-09-12T12:00:00.000Z', ratingChanges: [] },
    });
  });

  it('says how each rating moved back', () => {
    expect(voided([change('mem_1')]).ratingChanges).toEqual([
      {
        ...{ memberId: 10_482, id: 'mem_1', displayName: 'Mike B.', sport: 'padel' },
        ...{ bracket: 'overall-open', previousRating: 4.268, newRating: 4.231, gamesCounted: 2 },
      },
    ]);
  });

  it('names its own players first, then those it moved through later matches', () => {
    const { ratingChanges } = voided([change('mem_9'), change('mem_1'), change('mem_8')]);
    expect(ratingChanges.map(({ id }) => id)).toEqual(['mem_1', 'mem_9', 'mem_8']);
  });

  it('counts its games for its own players alone, and in its own brackets', () => {
    const moved = [change('mem_1'), change('mem_2', 'singles-open'), change('mem_9')];
    expect(voided(moved).ratingChanges.map(({ gamesCounted }) => gamesCounted)).toEqual([2, 0, 0]);
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

describe('the answer to a replacement', () => {
  it('says what both matches moved, of those whose ratings may be seen', () => {
    const { ratingChanges } = replacementResult(stored(rated), moved);
    const ofMike = { memberId: 10_482, id: mike.id, displayName: 'Mike B.', sport: 'padel' };
    expect(ratingChanges).toEqual([
      {
        ...{ ...ofMike, bracket: 'overall-open', previousRating: 4.2, newRating: 4.3 },
        gamesCounted: 3,
      },
      {
        ...{ ...ofMike, bracket: 'singles-open', previousRating: 4.2, newRating: null },
        gamesCounted: 0,
      },
      expect.objectContaining({ id: priya.id, gamesCounted: 0 }),
    ]);
  });

  it('says of a rating that there was none before', () => {
    const first = { ...difference(mike.id), standing: null };
    const { ratingChanges } = replacementResult(stored(rated), { ...moved, differences: [first] });
    expect(ratingChanges).toMatchObject([{ previousRating: null, newRating: 4.3 }]);
  });

  it('says nothing of ratings that do not follow yet', () => {
    const later = { ...moved, isSettled: false };
    expect(replacementResult(stored(rated), later)).toEqual({
      ...stored(rated),
      matches: [{ ...rated, settled: false }],
      ratingChanges: [],
      message: 'The match was replaced. The ratings are being worked out again and follow.',
    });
  });

  testRows([
    [1, 'The match was replaced.'],
    [0, 'The match is taken back, and the one sent was reported before.'],
  ])('says what became of the match', (count, message) => {
    expect(replacementResult(stored(rated, count), moved).message).toBe(message);
  });

  testRows<[string, Schemas.MatchResult, boolean, object]>([
    ['a match that was rated', { ...rated, settled: false }, true, { settled: true }],
    ['an own duplicate that waits', { ...duplicate, id: 'mat_1' }, false, { settled: false }],
  ])('says whether a rated match is settled', (_, match, isSettled, settled) => {
    const [result] = replacementResult(stored(match), { ...moved, isSettled }).matches;
    expect(result).toMatchObject(settled);
  });

  testRows<[string, Schemas.MatchResult, boolean]>([
    [
      'an own duplicate for which nothing waits',
      { ...duplicate, id: 'mat_1', settled: true },
      true,
    ],
    ['the duplicate of another application', { ...duplicate, id: null, settled: true }, false],
  ])('does not say whether another is settled', (_, match, isSettled) => {
    const [result] = replacementResult(stored(match), { ...moved, isSettled }).matches;
    expect(result).not.toHaveProperty('settled');
  });
});

const unconfirmed = { isRated: false, isDenied: false, isDisputed: false, isVoided: false };

const answer = (stands: Partial<Participation>, response: Parameters<typeof outcomeOf>[1]) =>
  outcomeOf({ ...unconfirmed, ...stands } as Participation, response).kind;

describe('the answer of a player to a result', () => {
  it('that does not move them is recorded where they confirm or deny it', () => {
    expect(answer({}, 'confirmed')).toBe('recorded');
    expect(answer({}, 'denied')).toBe('recorded');
    expect(answer({}, 'disputed')).toBe('not_confirmed');
  });

  it('that moves them is recorded where they dispute it', () => {
    expect(answer({ isRated: true }, 'disputed')).toBe('recorded');
    expect(answer({ isRated: true }, 'denied')).toBe('already_confirmed');
  });

  it('is done once, however often it is given', () => {
    expect(answer({ isRated: true, isConfirmed: true }, 'confirmed')).toBe('unchanged');
    expect(answer({ isDenied: true }, 'denied')).toBe('unchanged');
    expect(answer({ isRated: true, isDisputed: true }, 'disputed')).toBe('unchanged');
  });

  it('may be a confirmation after a denial', () => {
    expect(answer({ isDenied: true }, 'confirmed')).toBe('recorded');
  });

  testRows(['confirmed', 'denied', 'disputed'] as const)(
    'that was taken back is nothing, whatever it was',
    (response) => {
      expect(answer({ isVoided: true, isRated: true }, response)).toBe('voided');
      expect(answer({ isVoided: true }, response)).toBe('voided');
    },
  );

  it('confirms the report itself where only another report of the match moves them', () => {
    expect(answer({ isRated: true }, 'confirmed')).toBe('recorded');
  });

  it('that is held may be that it was another match, or that it is wrong', () => {
    expect(answer({ isHeld: true }, 'distinct')).toBe('recorded');
    expect(answer({ isHeld: true, isDistinct: true }, 'distinct')).toBe('unchanged');
    expect(answer({ isRated: true }, 'distinct')).toBe('not_held');
    expect(answer({ isHeld: true }, 'disputed')).toBe('recorded');
  });
});

/** A match that a ghost played; both are named by one letter or digit. */
function offered(ghostId: string, matchId: string, mayBeMine = true) {
  return {
    ...{ ghostId, matchId, mayBeMine, participation: `${matchId} ${ghostId}` },
    ...{ participantId: ghostId, sport: 'padel', isRated: true },
    ...{ matchDate: new Date('2026-09-12T12:00:00Z'), arrival: 1 },
  };
}

/** What is decided, each match by its name. */
function decide(matches: ReturnType<typeof offered>[], shown: string[], mine: string[]) {
  return decideClaims(matches, { shown, mine }).map(({ ghostId, isWhole, ...claim }) => ({
    ghostId,
    mine: claim.mine.map(({ matchId }) => matchId),
    declined: claim.declined.map(({ matchId }) => matchId),
    isWhole,
  }));
}

describe('the claims of a player', () => {
  it('take a ghost as a whole where all its matches are theirs', () => {
    const matches = [offered('a', '1'), offered('a', '2')];
    expect(decide(matches, ['1 a', '2 a'], ['1 a', '2 a'])).toEqual([
      { ghostId: 'a', mine: ['1', '2'], declined: [], isWhole: true },
    ]);
  });

  it('leave a ghost in being where one of its matches is not theirs', () => {
    const matches = [offered('a', '1'), offered('a', '2')];
    expect(decide(matches, ['1 a', '2 a'], ['2 a'])).toEqual([
      { ghostId: 'a', mine: ['2'], declined: ['1'], isWhole: false },
    ]);
  });

  it('neither take nor decline a match that was not shown, whatever was answered', () => {
    const matches = [offered('a', '1'), offered('a', '2')];
    expect(decide(matches, ['1 a'], ['1 a', '2 a'])).toEqual([
      { ghostId: 'a', mine: ['1'], declined: [], isWhole: false },
    ]);
  });

  it('neither take nor decline a match that cannot be theirs', () => {
    expect(decide([offered('a', '1', false)], ['1 a'], ['1 a'])).toEqual([
      { ghostId: 'a', mine: [], declined: [], isWhole: false },
    ]);
  });

  it('are decided for each ghost by itself', () => {
    const matches = [offered('a', '1'), offered('b', '2'), offered('a', '3')];
    expect(decide(matches, ['1 a', '2 b', '3 a'], ['2 b'])).toEqual([
      { ghostId: 'a', mine: [], declined: ['1', '3'], isWhole: false },
      { ghostId: 'b', mine: ['2'], declined: [], isWhole: true },
    ]);
  });

  it('take one of two ghosts in a match, since nobody plays twice in it', () => {
    const matches = [offered('a', '1'), offered('b', '1')];
    expect(decide(matches, ['1 a', '1 b'], ['1 a', '1 b'])).toEqual([
      { ghostId: 'a', mine: ['1'], declined: [], isWhole: true },
      { ghostId: 'b', mine: [], declined: ['1'], isWhole: false },
    ]);
  });

  it('take the second of two ghosts in a match, where the first was declined', () => {
    const matches = [offered('a', '1'), offered('b', '1')];
    expect(decide(matches, ['1 a', '1 b'], ['1 b'])).toMatchObject([
      { mine: [], declined: ['1'] },
      { mine: ['1'], declined: [] },
    ]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currentModel } from './model/rating-model.ts';
import { STARTING_SKILL } from './model/scale.ts';
import {
  type KeyedState,
  type MatchToRate,
  newRatings,
  type RatingStep,
  rateMatches,
  raterOver,
  ratingKey,
} from './rate-matches.ts';

const playedAt = new Date('2026-09-12T15:30:00Z');

function match(teams: string[][], rest: Partial<MatchToRate> = {}): MatchToRate {
  return {
    id: 'match',
    sport: 'pickleball',
    matchDate: playedAt,
    brackets: ['overall-open'],
    teams,
    games: [{ scores: [11, 7], winScore: 11, winBy: 2 }],
    unrated: new Set(),
    ...rest,
  };
}

function statesAfter(before: readonly KeyedState[], steps: readonly KeyedState[]): KeyedState[] {
  const states = [...before, ...steps].map((state) => {
    const { memberId, sport, bracket, mu, sigma, rating, games, lastPlayed } = state;
    const { id, direction, partner, open } = state;
    const skill = { mu, sigma, id, direction, partner, open };
    const own = { memberId, sport, bracket, ...skill, rating, games, lastPlayed };
    return [ratingKey(memberId, sport, bracket), own] as const;
  });
  return [...new Map(states).values()];
}

const anyMatch = fc
  .record({
    teams: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), {
      minLength: 4,
      maxLength: 4,
    }),
    brackets: fc.subarray(['gender-open', 'overall-35+']),
    sport: fc.constantFrom('pickleball', 'padel'),
    scores: fc.array(fc.constantFrom([11, 7], [3, 11], [15, 13]), { minLength: 1, maxLength: 3 }),
  })
  .map(({ teams, brackets, sport, scores }) =>
    match([teams.slice(0, 2), teams.slice(2)], {
      sport,
      brackets: ['overall-open', ...brackets],
      games: scores.map((ofGame) => ({ scores: ofGame, winScore: 11, winBy: 2 })),
    }),
  );

describe('a match', () => {
  it('makes one step for each player and bracket', () => {
    const steps = rateMatches(
      [],
      [match([['a'], ['b']], { brackets: ['overall-open', 'singles-open'] })],
    );
    expect(steps.map(({ memberId, bracket }) => `${memberId} ${bracket}`)).toEqual([
      'a overall-open',
      'b overall-open',
      'a singles-open',
      'b singles-open',
    ]);
  });

  it('has no previous rating for the first match, and the last rating otherwise', () => {
    const [first, , second] = rateMatches([], [match([['a'], ['b']]), match([['a'], ['b']])]);
    expect(first?.previousRating).toBeNull();
    expect(second?.previousRating).toBe(first?.rating);
  });

  it('has the date of the match, or of a later match of the player', () => {
    const before = statesAfter([], rateMatches([], [match([['a'], ['b']])]));
    const earlier = match([['a'], ['b']], { matchDate: new Date('2026-09-01T12:00:00Z') });
    const unknown = before.map((row) => ({ ...row, lastPlayed: null }));
    const lastPlayed = (rows: KeyedState[]) => rateMatches(rows, [earlier])[0]?.lastPlayed;
    expect(lastPlayed(before)).toBe(playedAt.getTime());
    expect(lastPlayed(unknown)).toBe(earlier.matchDate.getTime());
    expect(lastPlayed([])).toBe(earlier.matchDate.getTime());
  });

  it('counts its games', () => {
    const games = [
      { scores: [11, 7], winScore: 11, winBy: 2 },
      { scores: [11, 5], winScore: 11, winBy: 2 },
    ];
    const steps = rateMatches([], [match([['a'], ['b']]), match([['a'], ['b']], { games })]);
    expect(steps.map((step) => [step.games, step.gamesCounted])).toEqual([
      [1, 1],
      [1, 1],
      [3, 2],
      [3, 2],
    ]);
  });

  it('separates sports', () => {
    const steps = rateMatches(
      [],
      [match([['a'], ['b']], { sport: 'squash' }), match([['a'], ['b']], { sport: 'racquetball' })],
    );
    expect(steps[2]).toMatchObject({
      sport: 'racquetball',
      previousRating: null,
      rating: steps[0]?.rating,
    });
  });

  it('starts a bracket from the primary strength before it, with a larger sigma', () => {
    const earlier = Array.from({ length: 10 }, () => match([['a'], ['b']]));
    const before = statesAfter([], rateMatches([], earlier));
    const primary = before.find((row) => row.memberId === 'a');
    const both = match([['a'], ['b']], { brackets: ['overall-open', 'singles-open'] });
    const singles = rateMatches(before, [both]).find(
      (step) => step.memberId === 'a' && step.bracket === 'singles-open',
    );
    expect(singles?.previousRating).toBeNull();
    expect(singles?.mu).toBeGreaterThan(primary?.mu ?? 0);
    expect(singles?.sigma).toBeGreaterThan(primary?.sigma ?? STARTING_SKILL.sigma);
    expect(singles?.sigma).toBeLessThan(STARTING_SKILL.sigma);
  });
});

describe('a player whom a match does not move', () => {
  const unrated = new Set(['b']);

  it('has no steps and no games', () => {
    const steps = rateMatches([], [match([['a'], ['b']], { unrated }), match([['a'], ['b']])]);
    expect(steps.map(({ memberId, games }) => `${memberId} ${games}`)).toEqual([
      'a 1',
      'a 2',
      'b 1',
    ]);
  });

  it('counts as an opponent with their current skill, bit for bit', () => {
    const before = statesAfter([], rateMatches([], [match([['b'], ['c']]), match([['b'], ['d']])]));
    const [all] = rateMatches(before, [match([['a'], ['b']])]);
    const [alone] = rateMatches(before, [match([['a'], ['b']], { unrated })]);
    expect(alone).toEqual(all);
  });

  it('has no steps if the match moves nobody', () => {
    const nobody = match([['a'], ['b']], { unrated: new Set(['a', 'b']) });
    expect(rateMatches([], [nobody])).toEqual([]);
  });

  it('has the skill of that time even if the rater stores a later skill', () => {
    const later = statesAfter([], rateMatches([], [match([['b'], ['c']])]));
    const own = new Map([['b', newRatings()]]);
    const [alone] = rateMatches(later, [match([['a'], ['b']], { unrated, bystanders: own })]);
    expect(alone).toEqual(rateMatches([], [match([['a'], ['b']])])[0]);
  });
});

describe('many matches', () => {
  it('give the same ratings if they are rated together or one by one', () => {
    fc.assert(
      fc.property(fc.array(anyMatch, { maxLength: 12 }), (matches) => {
        const atOnce = statesAfter([], rateMatches([], matches));
        const oneByOne = matches.reduce<KeyedState[]>(
          (rows, each) => statesAfter(rows, rateMatches(rows, [each])),
          [],
        );
        expect(new Set(oneByOne)).toEqual(new Set(atOnce));
      }),
    );
  });

  it('give the same ratings every time, on the scale with three decimals, and lower no reliability', () => {
    fc.assert(
      fc.property(fc.array(anyMatch, { maxLength: 40 }), (matches) => {
        const steps = rateMatches([], matches);
        expect(rateMatches([], matches)).toEqual(steps);
        const ofRatings = Map.groupBy(steps, (step) =>
          ratingKey(step.memberId, step.sport, step.bracket),
        );
        for (const ofRating of ofRatings.values()) {
          const reliabilities = ofRating.map(({ reliability }) => reliability);
          expect(reliabilities).toEqual(reliabilities.toSorted((one, other) => one - other));
        }
        for (const { rating, reliability } of steps) {
          expect(reliability).toBeGreaterThanOrEqual(0);
          expect(reliability).toBeLessThanOrEqual(1);
          expect(rating).toBeGreaterThanOrEqual(2);
          expect(rating).toBeLessThanOrEqual(8);
          expect(Number(rating.toFixed(3))).toBe(rating);
        }
      }),
    );
  });

  it('rate the stronger player higher in the end', () => {
    const rounds = Array.from({ length: 30 }, (_, index) =>
      match([['a'], ['b']], {
        games: [{ scores: index % 4 === 0 ? [8, 11] : [11, 8], winScore: 11, winBy: 2 }],
      }),
    );
    const [a, b] = rateMatches([], rounds).slice(-2);
    expect(a?.rating).toBeGreaterThan(b?.rating ?? 8);
  });
});

describe('a match that cannot be rated', () => {
  const valid = match([['a'], ['b']]);
  const game = { scores: [11, 7], winScore: 11, winBy: 2 };

  it.each([
    ['an invalid date', { matchDate: new Date('13.9.2026') }],
    ['teams of different sizes', { teams: [['a'], ['b', 'c']] }],
    ['only one team', { teams: [['a']], games: [{ ...game, scores: [11] }] }],
    ['a score that is not a number', { games: [game, { ...game, scores: [11, Number.NaN] }] }],
    ['a score too few', { games: [{ ...game, scores: [11] }] }],
  ])('is refused with %s, and changes no rating', (_, change) => {
    const states = newRatings();
    const rate = raterOver(states, currentModel);
    expect(() => rate({ ...valid, ...change })).toThrow(RangeError);
    expect(rate(valid)).toEqual(rateMatches([], [valid]));
  });
});

it('rating a match changes none of its arguments', () => {
  const frozen = <Value extends object>(value: Value): Value => {
    for (const part of Object.values(value)) if (part instanceof Object) frozen(part);
    return Object.freeze(value);
  };
  const before = rateMatches([], [match([['a'], ['b']])]);
  const next = match([['b'], ['a']]);
  const expected = rateMatches(before, [next]);
  expect(rateMatches(frozen(structuredClone(before)), [frozen(next)])).toEqual(expected);
});

it('ratings of equals stay near the start after a hundred thousand even games', () => {
  const rate = raterOver(newRatings(), currentModel);
  let last: readonly RatingStep[] = [];
  for (let index = 0; index < 100_000; index += 1) {
    const scores = index % 2 === 0 ? [11, 7] : [7, 11];
    const games = [{ scores, winScore: 11, winBy: 2 }];
    last = rate(match([['a'], ['b']], { matchDate: new Date(index * 3_600_000), games }));
  }
  for (const { rating, reliability } of last) {
    expect(Math.abs(rating - 3.5)).toBeLessThan(0.05);
    expect(reliability).toBeGreaterThan(0.95);
  }
});

import {
  currentModel,
  type KeyedState,
  playerId,
  type RatingStep,
  raterOver,
  ratingOf,
} from '@partner-rating/ratings';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LedgerMatch } from '../store/ledger.ts';
import type { MemberPosition, StoredState } from '../store/player-states.ts';
import { MappedStates } from '../testing/mapped-states.ts';
import { StepColumns } from './columns.ts';
import { folderOver, type MatchToFold, withBystanders } from './fold-matches.ts';
import { packPair, packPlayed } from './packed-numbers.ts';
import { RatingStates } from './rating-states.ts';

const PLAYERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

// Six bytes each, around 128.
const DIRECTIONS = [0x55aa80807ff0, 0x80d580807f80, 0x8080e4648080];

const DAY = 24 * 60 * 60 * 1_000;

const start = Date.parse('2026-01-01T12:00:00Z');

const anyState: fc.Arbitrary<KeyedState> = fc
  .record({
    memberId: fc.constantFrom(...PLAYERS),
    sport: fc.constantFrom('pickleball', 'padel'),
    bracket: fc.constantFrom('overall-open', 'gender-open'),
    mu: fc.double({ min: 10, max: 40, noNaN: true }),
    sigma: fc.double({ min: 1, max: 8, noNaN: true }),
    direction: fc.constantFrom(0, ...DIRECTIONS),
    partner: fc.constantFrom(0, ...PLAYERS.map(playerId)),
    open: fc.nat(2 ** 16).map((steps) => steps / 2 ** 14),
    games: fc.nat(100),
    lastPlayed: fc.option(fc.integer({ min: -400, max: 0 }).map((day) => start + day * DAY)),
  })
  .map((known) => ({ ...known, id: playerId(known.memberId), rating: ratingOf(known.mu) }));

/** Matches of two to four teams, of one or two players each. */
const anyTeams = fc
  .tuple(
    fc.constantFrom([2, 1], [2, 2], [3, 1], [3, 2], [4, 2]),
    fc.shuffledSubarray(PLAYERS, { minLength: PLAYERS.length }),
  )
  .map(([[teams = 0, size = 0], players]) =>
    Array.from({ length: teams }, (_, team) => players.slice(team * size, (team + 1) * size)),
  );

const anyMatch = fc
  .record({
    sport: fc.constantFrom('pickleball', 'padel'),
    matchDate: fc.integer({ min: -30, max: 300 }).map((day) => new Date(start + day * DAY)),
    brackets: fc.subarray(['overall-open', 'gender-open', 'overall-35+']),
    teams: anyTeams,
    games: fc.array(fc.array(fc.nat(15), { minLength: 4, maxLength: 4 }), { maxLength: 3 }),
    unrated: fc.subarray(PLAYERS),
    bystander: fc.option(fc.tuple(fc.constantFrom(...PLAYERS), fc.array(anyState))),
  })
  .map(({ bystander, games, unrated, ...match }): MatchToFold => {
    const own = new RatingStates();
    for (const state of bystander?.[1] ?? []) own.set({ ...state, memberId: bystander?.[0] ?? '' });
    return {
      ...match,
      id: 'match',
      games: games.map((scores) => ({
        scores: scores.slice(0, match.teams.length),
        winScore: 11,
        winBy: 2,
      })),
      unrated: new Set([...unrated, ...(bystander === null ? [] : [bystander[0]])]),
      ...(bystander !== null && { bystanders: new Map([[bystander[0], own]]) }),
    };
  });

/** Returns the columns as the steps that `raterOver` returns. */
function readSteps(steps: StepColumns, states: RatingStates) {
  return Array.from({ length: steps.length }, (_, step) => ({
    match: steps.match[step],
    ...states.nameOf(steps.player[step] ?? -1, steps.board[step] ?? -1),
    mu: steps.mu[step],
    sigma: steps.sigma[step],
    direction: steps.direction[step],
    partner: steps.partner[step],
    open: steps.open[step],
    games: steps.games[step],
    lastPlayed: steps.lastPlayed[step],
  }));
}

function inColumns(match: number) {
  return ({ memberId, sport, bracket, ...step }: RatingStep) => ({
    ...{ match, memberId, sport, bracket },
    mu: step.mu,
    sigma: step.sigma,
    direction: step.direction,
    partner: step.partner,
    open: step.open,
    games: step.games,
    lastPlayed: step.lastPlayed,
  });
}

it('computes the same bits as rating the matches one by one', () => {
  fc.assert(
    fc.property(
      fc.array(anyState, { maxLength: 20 }),
      fc.array(anyMatch, { maxLength: 60 }),
      (known, matches) => {
        const states = new RatingStates();
        const oracle = new MappedStates();
        for (const state of known) {
          states.set(state);
          oracle.set(state);
        }
        const steps = new StepColumns();
        const fold = folderOver(states, currentModel, steps);
        for (const [number, match] of matches.entries()) fold(match, number);
        const rate = raterOver(oracle, currentModel);
        const expected = matches.flatMap((match, number) => rate(match).map(inColumns(number)));

        expect(readSteps(steps, states)).toEqual(expected);
        expect(states.memberIds()).toEqual(oracle.memberIds());
        for (const player of PLAYERS) expect(states.of(player)).toEqual(oracle.of(player));
      },
    ),
  );
});

it('works with cleared columns', () => {
  const states = new RatingStates();
  const steps = new StepColumns();
  const fold = folderOver(states, currentModel, steps);
  const match: MatchToFold = {
    ...{ id: 'match', sport: 'pickleball', matchDate: new Date(start), unrated: new Set() },
    brackets: ['overall-open'],
    teams: [['a'], ['b']],
    games: [{ scores: [11, 7], winScore: 11, winBy: 2 }],
  };
  fold(match, 0);
  steps.clear();
  fold(match, 1);
  expect(readSteps(steps, states)).toMatchObject([
    { match: 1, memberId: 'a', games: 2 },
    { match: 1, memberId: 'b', games: 2 },
  ]);
});

const matches = [1, 2, 3].map((arrival) => ({ arrival }) as LedgerMatch);

const position = (memberId: string, arrival: number) => ({ memberId, arrival }) as MemberPosition;

const state = (memberId: string, mu: number) =>
  ({
    ...{ memberId, sport: 'padel', brackets: ['overall-open'] },
    numbers: Float64Array.of(mu, 5, 9, packPair(7, 1.5), packPlayed(4, 0)),
  }) as unknown as StoredState;

it('gives each match the ratings of its bystanders just before it', () => {
  const bystanders = [position('mike', 1), position('priya', 3), position('mike', 3)];
  const found = withBystanders(matches, bystanders, [state('mike', 20), null, state('mike', 22)]);
  expect(found[0]?.bystanders?.get('mike')?.get('mike', 'padel', 'overall-open')).toEqual({
    ...{ mu: 20, sigma: 5, id: playerId('mike'), direction: 9, partner: 7, open: 1.5 },
    ...{ rating: ratingOf(20), games: 4, lastPlayed: 0 },
  });
  expect(found[1]).toBe(matches[1]);
  const third = found[2]?.bystanders;
  expect([...(third?.keys() ?? [])]).toEqual(['priya', 'mike']);
  expect(third?.get('mike')?.get('mike', 'padel', 'overall-open')?.mu).toBe(22);
  expect(third?.get('priya')?.of('priya')).toEqual([]);
  expect(withBystanders(matches, [], [])).toEqual(matches);
});

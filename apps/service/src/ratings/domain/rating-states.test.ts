import { playerId, ratingOf, UNCONNECTED } from '@partner-rating/ratings';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MappedStates } from '../testing/mapped-states.ts';
import { NONE, RatingStates } from './rating-states.ts';

const PLAYERS = Array.from({ length: 60 }, (_, index) => `player-${index}`);
const SPORTS = ['pickleball', 'padel'];
const BRACKETS = ['overall-open', 'gender-open', 'overall-35+'];

const anyState = fc
  .record({
    memberId: fc.constantFrom(...PLAYERS),
    sport: fc.constantFrom(...SPORTS),
    bracket: fc.constantFrom(...BRACKETS),
    mu: fc.double({ noNaN: true }),
    sigma: fc.double({ noNaN: true }),
    direction: fc.nat(2 ** 31 - 1),
    partner: fc.nat(2 ** 31 - 1),
    open: fc.double({ noNaN: true }),
    games: fc.nat(2 ** 31 - 1),
    lastPlayed: fc.option(fc.maxSafeInteger()),
  })
  .map((state) => ({ ...state, id: playerId(state.memberId), rating: ratingOf(state.mu) }));

it('holds the same as objects in maps, for many ratings', () => {
  fc.assert(
    fc.property(fc.array(anyState, { maxLength: 400, size: 'max' }), (given) => {
      const states = new RatingStates();
      const oracle = new MappedStates();
      for (const state of given) {
        states.set(state);
        oracle.set(state);
      }
      for (const player of PLAYERS) {
        expect(states.of(player)).toEqual(oracle.of(player));
        for (const sport of SPORTS) {
          for (const bracket of BRACKETS) {
            const expected = oracle.get(player, sport, bracket);
            expect(states.get(player, sport, bracket)).toEqual(expected);
          }
        }
      }
      expect(states.memberIds()).toEqual(oracle.memberIds());
    }),
    { numRuns: 30 },
  );
});

it('returns nothing for an unknown player, or one who was added without a rating', () => {
  const states = new RatingStates();
  states.addPlayer('a');
  expect(states.get('a', 'padel', 'overall-open')).toBeUndefined();
  expect(states.get('b', 'padel', 'overall-open')).toBeUndefined();
  expect(states.of('a')).toEqual([]);
  expect(states.memberIds()).toEqual(new Set());
});

it('names a row by its player and board, and nothing for an unknown number', () => {
  const states = new RatingStates();
  const [player, board] = [states.addPlayer('a'), states.addBoard('padel', 'overall-open')];
  expect(states.nameOf(player, board)).toEqual({
    ...{ memberId: 'a', sport: 'padel', bracket: 'overall-open' },
  });
  expect(states.memberIdOf(player)).toBe('a');
  expect(states.nameOf(1, 1)).toEqual({ memberId: '', sport: '', bracket: '' });
  expect(states.memberIdOf(1)).toBe('');
});

it('holds every number of a rating', () => {
  const states = new RatingStates();
  const skill = { mu: 31, sigma: 4, id: 1, direction: 9, partner: 7, open: 1.5, lastPlayed: null };
  states.set({
    ...skill,
    memberId: 'a',
    sport: 'padel',
    bracket: 'mixed-open',
    rating: 4,
    games: 7,
  });
  const row = states.firstOf(states.player('a'));
  expect([states.muAt(row), states.sigmaAt(row)]).toEqual([31, 4]);
  expect([states.directionAt(row), states.partnerAt(row), states.openAt(row)]).toEqual([9, 7, 1.5]);
  expect([states.gamesAt(row), states.lastPlayedAt(row)]).toEqual([7, Number.NaN]);
  expect(states.boardAt(row)).toBe(states.board('padel', 'mixed-open'));
  expect(states.nextOf(row)).toBe(NONE);
});

it('links the rows of a player by sport and bracket, in any order of input', () => {
  const boards = SPORTS.flatMap((sport) => BRACKETS.map((bracket) => [sport, bracket] as const));
  const order = fc.shuffledSubarray(boards, { minLength: boards.length });
  const rating = { mu: 25, sigma: 5, ...UNCONNECTED, rating: 3.5, games: 1, lastPlayed: null };
  fc.assert(
    fc.property(order, order, (added, set) => {
      const states = new RatingStates();
      for (const [sport, bracket] of added) states.addBoard(sport, bracket);
      // Set twice, because a second value must stay in the same row.
      for (const [sport, bracket] of [...set, ...set]) {
        states.set({ ...rating, memberId: 'a', sport, bracket });
      }
      const player = states.player('a');
      const linked: string[] = [];
      for (let row = states.firstOf(player); row !== NONE; row = states.nextOf(row)) {
        const { sport, bracket } = states.nameOf(player, states.boardAt(row));
        linked.push(`${sport} ${bracket}`);
      }
      expect(linked).toEqual(boards.map((board) => board.join(' ')).toSorted());
    }),
  );
});

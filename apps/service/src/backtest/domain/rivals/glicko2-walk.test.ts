import { describe, expect, it } from 'vitest';
import { logOf, playedOn } from '../../testing/match-lines.ts';
import type { NamedMatch } from '../match-log.ts';
import { resultsOf } from '../results.ts';
import { expectedScore, GLICKO_START, idle, ratePeriod } from './glicko2.ts';
import { walkGlicko2 } from './glicko2-walk.ts';

function candidatesOf(matches: readonly NamedMatch[]) {
  const log = logOf(...matches);
  const walk = { log, order: log.playedOrder() };
  const results = resultsOf(log, walk.order, { from: -Infinity, minGames: 0 }).game;
  return { count: results.count, candidates: walkGlicko2(walk, results) };
}

/** What Glicko-2 with these settings predicts of each game. */
function predicted(settings: string, matches: readonly NamedMatch[]) {
  const { count, candidates } = candidatesOf(matches);
  const candidate = candidates.find((one) => one.settings === settings);
  if (candidate === undefined) throw new Error(`There are no settings ${settings}.`);
  return Array.from({ length: count }, (_, result) => candidate.at(result));
}

const start = GLICKO_START;
const against = (score: number, own = 0, phi = start.phi) => ({
  ...{ own, opponent: 0, opponentPhi: phi, score },
});
const singles = [['ann'], ['bob']];
const BY_DAY = 'period a day, tau 0.6';

describe('Glicko-2 over a log', () => {
  it('has periods of a day and a week, each with three of tau', () => {
    const { candidates } = candidatesOf([playedOn(0, singles, [11, 7])]);
    expect(candidates.map(({ settings }) => settings)).toEqual([
      ...['period a day, tau 0.3', 'period a day, tau 0.6', 'period a day, tau 1.2'],
      ...['period a week, tau 0.3', 'period a week, tau 0.6', 'period a week, tau 1.2'],
    ]);
  });

  it('takes a team for the mean of its players', () => {
    const doubles = [
      ['ann', 'bob'],
      ['cem', 'dee'],
    ];
    const matches = [playedOn(0, [['ann'], ['cem']], [11, 7]), playedOn(1, doubles, [11, 7])];
    const ann = ratePeriod(start, [against(1)], 0.6);
    const cem = ratePeriod(start, [against(0)], 0.6);
    const phi = Math.hypot(ann.phi, start.phi, cem.phi, start.phi) / 2;
    expect(predicted(BY_DAY, matches)[1]).toBeCloseTo(
      expectedScore((ann.mu - cem.mu) / 2, phi),
      12,
    );
  });

  it('predicts from the ratings that the period before has left', () => {
    const matches = [
      playedOn(0, singles, [11, 7]),
      playedOn(1, singles, [11, 7], [11, 4]),
      playedOn(2, singles, [11, 7]),
    ];
    const ann = ratePeriod(start, [against(1)], 0.6);
    const bob = ratePeriod(start, [against(0)], 0.6);
    const both = Math.hypot(ann.phi, bob.phi);
    const afterOne = expectedScore(ann.mu - bob.mu, both);
    const games = (own: number, opponent: number, opponentPhi: number, score: number) =>
      [1, 2].map(() => ({ own, opponent, opponentPhi, score }));
    const annThen = ratePeriod(ann, games(ann.mu, bob.mu, bob.phi, 1), 0.6);
    const bobThen = ratePeriod(bob, games(bob.mu, ann.mu, ann.phi, 0), 0.6);
    const phiThen = Math.hypot(annThen.phi, bobThen.phi);
    expect(predicted(BY_DAY, matches)).toEqual([
      0.5,
      expect.closeTo(afterOne, 12),
      expect.closeTo(afterOne, 12),
      expect.closeTo(expectedScore(annThen.mu - bobThen.mu, phiThen), 12),
    ]);
  });

  it('learns nothing within a period', () => {
    const matches = [0, 1].map((day) => playedOn(day, singles, [11, 7]));
    expect(predicted('period a week, tau 0.6', matches)).toEqual([0.5, 0.5]);
    expect(predicted(BY_DAY, matches)[1]).toBeGreaterThan(0.5);
  });

  it('is less sure of who has not played for some periods', () => {
    const matches = [playedOn(0, singles, [11, 7]), playedOn(9, singles, [11, 7])];
    const ann = ratePeriod(start, [against(1)], 0.6);
    const bob = ratePeriod(start, [against(0)], 0.6);
    const both = Math.hypot(idle(ann, 8), idle(bob, 8));
    expect(predicted(BY_DAY, matches)[1]).toBeCloseTo(expectedScore(ann.mu - bob.mu, both), 12);
  });

  it('has a team as the mean of its players, about whom it is surer than of one', () => {
    const doubles = [
      ['ann', 'cem'],
      ['dee', 'eve'],
    ];
    const matches = [playedOn(0, doubles, [11, 7]), playedOn(1, [['cem'], ['fay']], [11, 7])];
    const cem = ratePeriod(start, [against(1, 0, Math.hypot(start.phi, start.phi) / 2)], 0.6);
    const both = Math.hypot(cem.phi, start.phi);
    expect(predicted(BY_DAY, matches)).toEqual([
      0.5,
      expect.closeTo(expectedScore(cem.mu, both), 12),
    ]);
    const after = predicted(BY_DAY, [
      matches[0] ?? playedOn(0, doubles),
      playedOn(1, doubles, [11, 7]),
    ]);
    expect(after[1]).toBeGreaterThan(expectedScore(cem.mu, both));
  });

  it('takes a game between several as one against each, a level one as half a win', () => {
    const matches = [
      playedOn(0, [['ann'], ['bob'], ['cem']], [11, 7, 11]),
      playedOn(1, [['ann'], ['dee']], [11, 7]),
      playedOn(1, [['dee'], ['bob']], [11, 7]),
    ];
    const ann = ratePeriod(start, [against(1), against(0.5)], 0.6);
    const bob = ratePeriod(start, [against(0), against(0)], 0.6);
    expect(predicted(BY_DAY, matches)).toEqual([
      expect.closeTo(expectedScore(ann.mu, Math.hypot(ann.phi, start.phi)), 12),
      expect.closeTo(expectedScore(-bob.mu, Math.hypot(bob.phi, start.phi)), 12),
    ]);
  });
});

import * as openskill from 'openskill';
import { describe, expect, it } from 'vitest';
import type { NamedMatch } from './match-log.ts';
import { resultsOf, type Unit } from './results.ts';
import { openSkillWalk, tuned, walkElo } from './rivals.ts';
import { logOf, playedOn } from './testing/match-log.ts';

const tennis = { ...playedOn(1, [['ann'], ['bob']], [2, 6]), sport: 'tennis' };

const log = logOf(playedOn(0, [['ann'], ['bob']], [11, 7], [11, 4]), tennis);

const everything = { from: Number.NEGATIVE_INFINITY, minGames: 0 };

const results = resultsOf(log, log.playedOrder(), everything).game;

const always = (settings: string, chance: number) => ({ settings, at: () => chance });

describe('a rival', () => {
  it('has the settings with the least loss in each sport', () => {
    const rival = tuned('Elo', results, [
      always('low', 0.2),
      always('high', 0.9),
      always('mid', 0.5),
    ]);
    expect(rival.name).toBe('Elo');
    expect([...rival.settings]).toEqual([
      [0, 'high'],
      [1, 'low'],
    ]);
    expect([...rival.predictions]).toEqual([0.9, 0.9, 0.2]);
  });

  it('has the first of settings with equal loss', () => {
    const rival = tuned('Elo', results, [always('one', 0.5), always('other', 0.5)]);
    expect(rival.settings.get(0)).toBe('one');
  });

  it('predicts nothing without settings', () => {
    expect([...tuned('Elo', results, []).predictions]).toEqual([0.5, 0.5, 0.5]);
  });
});

const doubles = [
  ['ann', 'bob'],
  ['cem', 'dee'],
];

/** Returns the predictions of Elo with these settings for each result. */
function predicted(settings: string, matches: readonly NamedMatch[], unit: Unit = 'game') {
  const log = logOf(...matches);
  const walk = { log, order: log.playedOrder() };
  const results = resultsOf(log, walk.order, everything)[unit];
  const candidate = walkElo(walk, results).find((one) => one.settings === settings);
  if (candidate === undefined) throw new Error(`There are no settings ${settings}.`);
  return Array.from({ length: results.count }, (_, result) => candidate.at(result));
}

const chance = (difference: number, scale = 400) => 1 / (1 + 10 ** (-difference / scale));

describe('Elo', () => {
  it('has a grid of every factor with every scale', () => {
    const log = logOf(playedOn(0, [['ann'], ['bob']], [11, 7]));
    const walk = { log, order: log.playedOrder() };
    const candidates = walkElo(walk, resultsOf(log, walk.order, everything).game);
    const settings = candidates.map((one) => one.settings);
    expect(new Set(settings).size).toBe(settings.length);
    const numbers = settings.map((text) => /^K (\d+), scale (\d+)$/.exec(text)?.slice(1));
    const [factors, scales] = [0, 1].map((at) => new Set(numbers.map((one) => Number(one?.[at]))));
    expect(settings).toHaveLength((factors?.size ?? 0) * (scales?.size ?? 0));
    expect([...(factors ?? [])]).toEqual(expect.arrayContaining([8, 32, 256]));
    expect([...(scales ?? [])]).toEqual(expect.arrayContaining([200, 400, 850]));
  });

  it('moves a rating by the factor times the surprise of the result', () => {
    const matches = [
      playedOn(0, [['ann'], ['bob']], [11, 7]),
      playedOn(1, [['ann'], ['bob']], [11, 7]),
      playedOn(2, [['ann'], ['bob']], [7, 11]),
    ];
    const afterOne = 32;
    const afterTwo = afterOne + 64 * (1 - chance(afterOne));
    const differences = [0, afterOne, afterTwo];
    const [first, second, third] = predicted('K 32, scale 400', matches);
    expect(first).toBe(0.5);
    expect(second).toBeCloseTo(chance(differences[1] ?? 0), 12);
    expect(third).toBeCloseTo(chance(differences[2] ?? 0), 12);
  });

  it('predicts with a separate scale, and updates with the usual one', () => {
    const matches = [0, 1, 2].map((day) => playedOn(day, [['ann'], ['bob']], [11, 7]));
    const [, second, third] = predicted('K 32, scale 200', matches);
    expect(second).toBeCloseTo(chance(32, 200), 12);
    expect(third).toBeCloseTo(chance(32 + 64 * (1 - chance(32)), 200), 12);
  });

  it('moves nobody by a level game between equals', () => {
    const matches = [0, 1].map((day) => playedOn(day, [['ann'], ['bob']], [9, 9]));
    expect(predicted('K 256, scale 400', matches)).toEqual([0.5, 0.5]);
  });

  it('rates a team as the mean of its players', () => {
    const matches = [
      playedOn(0, [['ann'], ['eve']], [11, 7]),
      playedOn(1, doubles, [11, 7]),
      playedOn(2, [['bob'], ['dee']], [11, 7]),
    ];
    const [, second, third] = predicted('K 32, scale 400', matches);
    expect(second).toBeCloseTo(chance(8), 12);
    expect(third).toBeCloseTo(chance(64 * (1 - chance(8))), 12);
  });

  it('rates several teams against each other, in equal shares', () => {
    const matches = [
      playedOn(0, [['ann'], ['bob'], ['cem']], [11, 7, 3]),
      playedOn(1, [['ann'], ['bob']], [11, 7]),
      playedOn(1, [['dee'], ['cem']], [11, 7]),
    ];
    const [winnerBeforeSecond, equalBeforeLast] = predicted('K 32, scale 400', matches);
    expect(winnerBeforeSecond).toBeCloseTo(chance(16), 12);
    expect(equalBeforeLast).toBeCloseTo(chance(16), 12);
  });

  it('rates the games of a match one by one, or the match by the games won', () => {
    const matches = [
      playedOn(0, [['ann'], ['bob']], [11, 7], [11, 7]),
      playedOn(1, [['ann'], ['bob']], [11, 7], [7, 11], [11, 7]),
    ];
    const ofGames = predicted('K 32, scale 400', matches);
    expect(ofGames.slice(0, 2)).toEqual([0.5, expect.closeTo(chance(32), 12)]);
    expect(predicted('K 32, scale 400', matches, 'match')).toEqual([
      0.5,
      expect.closeTo(chance(32), 12),
    ]);
  });
});

it('OpenSkill predicts each game as the package does, with its defaults', () => {
  const log = logOf(
    playedOn(0, doubles, [11, 7], [3, 11]),
    playedOn(1, [['bob'], ['cem']], [11, 2]),
  );
  const walk = { log, order: log.playedOrder() };
  const results = resultsOf(log, walk.order, everything).game;
  const [candidate, ...others] = openSkillWalk(openskill)(walk, results);
  expect(others).toEqual([]);
  expect(candidate?.settings).toBe('');

  const { predictWin, rate, rating } = openskill;
  const start = [
    [rating(), rating()],
    [rating(), rating()],
  ];
  const afterOne = rate(start, { score: [11, 7] });
  const [[, bob = rating()] = [], [cem = rating()] = []] = rate(afterOne, { score: [3, 11] });
  const expected = [start, afterOne, [[bob], [cem]]].map((teams) => predictWin(teams)[0]);
  expect([0, 1, 2].map((result) => candidate?.at(result))).toEqual(expected);
});

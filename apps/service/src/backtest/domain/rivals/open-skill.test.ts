import { predictWin, rate, rating } from 'openskill';
import { expect, it } from 'vitest';
import { logOf, playedOn } from '../../testing/match-lines.ts';
import { resultsOf } from '../results.ts';
import { walkOpenSkill } from './open-skill.ts';

it('OpenSkill predicts each game as the package does, with its defaults', () => {
  const doubles = [
    ['ann', 'bob'],
    ['cem', 'dee'],
  ];
  const log = logOf(
    playedOn(0, doubles, [11, 7], [3, 11]),
    playedOn(1, [['bob'], ['cem']], [11, 2]),
  );
  const walk = { log, order: log.playedOrder() };
  const results = resultsOf(log, walk.order, { from: -Infinity, minGames: 0 }).game;
  const [candidate, ...others] = walkOpenSkill(walk, results);
  expect(others).toEqual([]);
  expect(candidate?.settings).toBe('');

  const start = [
    [rating(), rating()],
    [rating(), rating()],
  ];
  const afterOne = rate(start, { score: [11, 7] });
  const [[, bob = rating()] = [], [cem = rating()] = []] = rate(afterOne, { score: [3, 11] });
  const expected = [start, afterOne, [[bob], [cem]]].map((teams) => predictWin(teams)[0]);
  expect([0, 1, 2].map((result) => candidate?.at(result))).toEqual(expected);
});

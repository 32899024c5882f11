import { testRows } from '@partner-rating/table-tests';
import fc from 'fast-check';
import * as openskill from 'openskill';
import { describe, expect, it } from 'vitest';
import { currentModel } from '../model/rating-model.ts';
import { playerId } from '../model/scale.ts';
import { nextGameProbability, winProbability } from '../model/win-probability.ts';
import { type MatchToRate, newRatings, raterOver } from '../rate-matches.ts';
import { walkGlicko2 } from './glicko2.ts';
import type { NamedMatch, PlayedMatch } from './match-log.ts';
import { resultsOf } from './results.ts';
import { openSkillWalk, type RivalWalk, walkElo } from './rivals.ts';
import { logOf, playedOn } from './testing/match-log.ts';
import { ourForecaster, walkForward, walkMatches } from './walk.ts';

const rivals: [string, RivalWalk][] = [
  ['Elo', walkElo],
  ['Glicko-2', walkGlicko2],
  ['OpenSkill', openSkillWalk(openskill)],
];

function ours(matches: readonly NamedMatch[]): number[] {
  const { walk, results } = walkOf(matches);
  return [...walkForward(walk, results, ourForecaster(walk.log.players)).game];
}

function walkOf(matches: readonly NamedMatch[]) {
  const log = logOf(...matches);
  const walk = { log, order: log.playedOrder() };
  return { walk, results: resultsOf(log, walk.order, { from: -Infinity, minGames: 0 }) };
}

const predictors: [string, (matches: readonly NamedMatch[]) => number[]][] = [
  ['this service', ours],
  ...rivals.map(([name, walkRival]): [string, (matches: readonly NamedMatch[]) => number[]] => [
    name,
    (matches) => {
      const { walk, results } = walkOf(matches);
      const [candidate] = walkRival(walk, results.game);
      return Array.from({ length: results.game.count }, (_, at) => candidate?.at(at) ?? Number.NaN);
    },
  ]),
];

const players = ['ann', 'bob', 'cem', 'dee', 'eve', 'fay'];

const anyMatches = fc
  .array(
    fc.record({
      day: fc.nat(400),
      players: fc.shuffledSubarray(players, { minLength: 4, maxLength: 4 }),
      scores: fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 2, maxLength: 30 },
  )
  .map((matches) =>
    matches
      .toSorted((one, other) => one.day - other.day)
      .map(({ day, players: [a = '', b = '', c = '', d = ''], scores }) =>
        playedOn(
          day,
          [
            [a, b],
            [c, d],
          ],
          ...scores,
        ),
      ),
  );

testRows(predictors)('a prediction does not depend on its game or on later games', (_, predict) => {
  fc.assert(
    fc.property(anyMatches, fc.nat(29), (matches, at) => {
      const changed = Math.min(at, matches.length - 1);
      const otherwise = matches.map((match, index) => {
        const games = match.games.map((game, number) =>
          index === changed && number < match.games.length - 1
            ? game
            : { ...game, scores: game.scores.toReversed() },
        );
        return index < changed ? match : { ...match, games };
      });
      const before = matches
        .slice(0, changed + 1)
        .reduce((sum, { games }) => sum + games.length, 0);
      expect(predict(otherwise).slice(0, before)).toEqual(predict(matches).slice(0, before));
    }),
    { numRuns: 50 },
  );
});

testRows(predictors)('a predictor begins even, and favours the earlier winner', (_, predict) => {
  const predictions = predict([
    playedOn(0, [['ann'], ['bob']], [11, 4]),
    playedOn(40, [['ann'], ['bob']], [11, 4]),
  ]);
  expect(predictions[0]).toBeCloseTo(0.5, 9);
  expect(predictions[1]).toBeGreaterThan(0.5);
});

testRows(predictors)('a predictor rates a match between several teams', (_, predict) => {
  const predictions = predict([
    playedOn(0, [['ann'], ['bob'], ['cem']], [11, 4, 7]),
    playedOn(40, [['cem'], ['bob']], [11, 4]),
  ]);
  expect(predictions).toHaveLength(1);
  expect(predictions[0]).toBeGreaterThan(0.5);
});

testRows(rivals)('a rival does not predict a match that does not count', (_, walkRival) => {
  const predictionsOf = (...matches: NamedMatch[]) => {
    const log = logOf(...matches);
    const order = log.playedOrder();
    const { game } = resultsOf(log, order, { from: -Infinity, minGames: 1 });
    const [candidate] = walkRival({ log, order }, game);
    return Array.from({ length: game.count }, (_, result) => candidate?.at(result));
  };
  const counted = [0, 40, 80].map((day) => playedOn(day, [['ann'], ['bob']], [11, 4]));
  const ofNewcomer = playedOn(120, [['ann'], ['eve']], [4, 11], [4, 11], [4, 11]);
  expect(predictionsOf(...counted)).toHaveLength(2);
  expect(predictionsOf(...counted, ofNewcomer)).toEqual(predictionsOf(...counted));
});

it('a walk predicts each result before its match is rated, and only rates matches that do not count', () => {
  const log = logOf(
    playedOn(0, [['ann'], ['bob']], [11, 4], [11, 7]),
    playedOn(1, [['ann'], ['bob']], [11, 4], [3, 11], [11, 7]),
    playedOn(2, [['ann'], ['bob']], [11, 4]),
    playedOn(3, [['ann'], ['bob']], [4, 11], [7, 11]),
  );
  const order = log.playedOrder();
  const from = log.at(1).playedAt;
  let rated = 0;
  let predicted = 0;
  const predictions = walkForward({ log, order }, resultsOf(log, order, { from, minGames: 0 }), {
    games: ({ games }) => games.map((_, game) => rated + game / 4),
    match: (_, bestOf) => {
      predicted += 1;
      return rated + bestOf / 8;
    },
    rate: () => {
      rated += 1;
    },
  });
  expect([...predictions.game]).toEqual([1, 1.25, 1.5, 2, 3, 3.25]);
  expect([...predictions.match]).toEqual([1.375, 3.375]);
  expect(predicted).toBe(2);
  expect(rated).toBe(4);
});

it('a walk reports its progress, and its end', () => {
  const log = logOf(playedOn(0, [['ann'], ['bob']], [11, 4]));
  // The same match again and again.
  const order = new Uint32Array(4_001);
  const shares: number[] = [];
  const ranks: number[] = [];
  const onProgress = (share: number) => shares.push(share);
  walkMatches({ log, order, onProgress }, (_, rank) => ranks.push(rank));
  expect(shares).toEqual([0, 2_000 / 4_001, 4_000 / 4_001, 1]);
  expect(ranks).toEqual([...order.keys()]);
});

const DAY = 86_400_000;

const start = Date.parse('2026-01-01T12:00:00Z');

const rules = { winScore: 11, winBy: 2 };

function matchOn(day: number, teams: number[][], ...scores: number[][]): PlayedMatch {
  const games = scores.map((one) => ({ scores: one, ...rules }));
  return { sport: 'tennis', playedAt: start + day * DAY, teams, games, isFinished: true };
}

const season = [
  matchOn(
    0,
    [
      [0, 1],
      [2, 3],
    ],
    [11, 4],
    [11, 7],
  ),
  matchOn(5, [[0], [2]], [11, 9]),
  matchOn(
    4,
    [
      [1, 2],
      [0, 3],
    ],
    [8, 11],
    [11, 3],
    [4, 11],
    [11, 9],
    [2, 11],
  ),
  matchOn(200, [[0], [1]], [11, 2]),
];

/** Returns the skills from the service's own ratings, in the primary bracket. */
function skillsAfter(matches: readonly PlayedMatch[], next: PlayedMatch) {
  const states = newRatings();
  const rate = raterOver(states, currentModel);
  for (const { teams, playedAt, ...match } of matches) {
    rate({
      ...match,
      ...{ id: 'match', matchDate: new Date(playedAt), brackets: ['overall-open'] },
      teams: teams.map((team) => team.map(String)),
      unrated: new Set(),
    } satisfies MatchToRate);
  }
  return next.teams.map((team) =>
    team.map((player) => {
      const own = states.get(String(player), next.sport, 'overall-open');
      return currentModel.skillAt(
        { id: playerId(String(player)), own, primary: own },
        { sport: next.sport, teamSize: team.length },
        next.playedAt,
      );
    }),
  );
}

describe('the prediction of a match', () => {
  it('is even between unknown players', () => {
    const forecaster = ourForecaster(4);
    const [match] = season;
    expect(match && forecaster.match(match, 3)).toBe(0.5);
    expect(match && forecaster.games(match)[0]).toBe(0.5);
    const withoutGames = matchOn(0, [[0], [1]]);
    expect(forecaster.match(withoutGames, 3)).toBe(0.5);
    expect(forecaster.games(withoutGames)).toEqual([]);
  });

  testRows([1, 2, 3])('equals that of the service’s ratings', (count) => {
    const forecaster = ourForecaster(4);
    const before = season.slice(0, count);
    for (const match of before) forecaster.rate(match);
    const next = season[count] ?? matchOn(0, []);
    const skills = skillsAfter(before, next);
    const format = { sport: 'tennis', ...rules };
    expect(forecaster.match(next, 5)).toBe(winProbability(skills, { ...format, bestOf: 5 })[0]);

    const bestOf = next.games.length;
    const expected = next.games.map(
      (_, index) =>
        nextGameProbability(skills, { ...format, bestOf }, next.games.slice(0, index))[0],
    );
    expect(forecaster.games(next)).toEqual(expected);
  });

  it('without known games equals that of games to one', () => {
    const forecaster = ourForecaster(4);
    for (const match of season) forecaster.rate(match);
    const next = matchOn(201, [[0], [2]]);
    const format = { sport: 'tennis', winScore: 1, winBy: 1, bestOf: 3 };
    const expected = winProbability(skillsAfter(season, next), format)[0];
    expect(forecaster.match(next, 3)).toBe(expected);
    expect(expected).not.toBe(0.5);
  });
});

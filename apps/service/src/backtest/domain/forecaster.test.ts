import { describe, expect, it } from 'vitest';
import { type MatchToRate, raterOver } from '../../ratings/domain/rate-matches.ts';
import { currentModel } from '../../ratings/domain/rating-model.ts';
import { RatingStates } from '../../ratings/domain/rating-states.ts';
import { nextGameProbability, winProbability } from '../../ratings/domain/win-probability.ts';
import { ourForecaster } from './forecaster.ts';
import type { PlayedMatch } from './match-log.ts';

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

/** The skills that the service's own rating has led to, in the primary bracket. */
function skillsAfter(matches: readonly PlayedMatch[], next: PlayedMatch) {
  const states = new RatingStates();
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
      return currentModel.skillAt({ own, primary: own }, next.sport, next.playedAt);
    }),
  );
}

describe('the forecast of a match', () => {
  it('is even between players of whom nothing is known', () => {
    const forecaster = ourForecaster(4);
    const [match] = season;
    expect(match && forecaster.match(match, 3)).toBe(0.5);
    expect(match && forecaster.games(match)[0]).toBe(0.5);
    const withoutGames = matchOn(0, [[0], [1]]);
    expect(forecaster.match(withoutGames, 3)).toBe(0.5);
    expect(forecaster.games(withoutGames)).toEqual([]);
  });

  it.each([1, 2, 3])('is that of the ratings of the service, after %i matches', (count) => {
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

  it('of a match of which no game is known is that of games to one', () => {
    const forecaster = ourForecaster(4);
    for (const match of season) forecaster.rate(match);
    const next = matchOn(201, [[0], [2]]);
    const format = { sport: 'tennis', winScore: 1, winBy: 1, bestOf: 3 };
    const expected = winProbability(skillsAfter(season, next), format)[0];
    expect(forecaster.match(next, 3)).toBe(expected);
    expect(expected).not.toBe(0.5);
  });

  it('knows of a game nothing but those before it', () => {
    const forecaster = ourForecaster(2);
    const [first, second] = forecaster.games(matchOn(0, [[0], [1]], [11, 0], [11, 0]));
    const [, other] = forecaster.games(matchOn(0, [[0], [1]], [11, 0], [0, 11], [11, 0]));
    expect(first).toBe(0.5);
    expect(second).toBeGreaterThan(0.5);
    expect(other).toBe(second);
  });
});

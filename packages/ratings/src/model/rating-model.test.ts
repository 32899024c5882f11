import { describe, expect, it } from 'vitest';
import { sportParameters } from './parameters.ts';
import { rateMatch } from './rate-match.ts';
import { currentModel, modelOf } from './rating-model.ts';
import { STARTING_SKILL, sigmaAfterAbsence, startingSkill } from './scale.ts';
import { NEWCOMER, skill } from './testing/skills.ts';
import { expectedShare } from './win-probability.ts';

const at = Date.parse('2026-09-12T12:00:00Z');

const sport = 'pickleball';

const ID = 7;

const own = { ...skill(30, 2), id: ID, lastPlayed: at };

const primary = { ...skill(28, 3), id: ID, direction: 9, partner: 8, open: 1.5, lastPlayed: at };

const skillOf = (skills: Partial<Parameters<typeof currentModel.skillAt>[0]>) =>
  currentModel.skillAt(
    { id: ID, own: undefined, primary: undefined, ...skills },
    { sport, teamSize: 1 },
    at,
  );

const starting = (of: string, teamSize = 1) => startingSkill({ sport: of, teamSize }, ID);

describe('the skill with which a player enters a match', () => {
  it('is the player’s own skill in the bracket if there is one, whatever the primary skill', () => {
    expect(skillOf({ own, primary })).toEqual({ ...skill(30, 2), id: ID });
    expect(skillOf({ own })).toEqual({ ...skill(30, 2), id: ID });
  });

  it('is a newcomer’s if nothing is known', () => {
    expect(skillOf({})).toEqual(starting(sport));
  });

  it('has in a new bracket the mu of the primary skill, and a sigma between the primary one and a newcomer’s', () => {
    const { mu, sigma, ...connections } = skillOf({ primary });
    expect(mu).toBe(28);
    expect(connections).toEqual({ id: ID, direction: 9, partner: 8, open: 1.5 });
    expect(sigma).toBeGreaterThan(primary.sigma);
    expect(sigma).toBeLessThan(starting(sport).sigma);
    expect(sigma ** 2 - primary.sigma ** 2).toBeCloseTo(0.12 * STARTING_SKILL.sigma ** 2, 9);
  });

  it('never has a larger sigma than a newcomer’s', () => {
    const { sigma } = starting(sport);
    expect(skillOf({ primary: { ...primary, sigma } }).sigma).toBe(sigma);
  });

  it('has a larger sigma after an absence, whether it comes from the bracket or from the primary skill', () => {
    const away = { lastPlayed: at - 90 * 86_400_000 };
    const absence = { sport, ...away, at };
    expect(skillOf({ own: { ...own, ...away } })).toEqual({
      ...skill(30, sigmaAfterAbsence(2, absence)),
      id: ID,
    });
    expect(skillOf({ primary: { ...primary, ...away } }).sigma).toBeGreaterThan(
      skillOf({ primary }).sigma,
    );
  });
});

describe('a newcomer', () => {
  it('has the sigma of the scale, or a larger one in sports whose players differ more', () => {
    expect(starting('pickleball')).toEqual({ ...NEWCOMER, id: ID });
    const { mu, sigma } = STARTING_SKILL;
    expect(starting('tennis')).toEqual({ ...skill(mu, 2 * sigma), id: ID });
    expect(starting('tennis', 2)).toEqual({ ...NEWCOMER, id: ID });
  });

  it('in a sport that was removed from the catalogue starts as in a sport without data', () => {
    expect(sportParameters('chess', 1)).toBe(sportParameters('squash', 1));
    expect(starting('chess')).toEqual(starting('squash'));
  });
});

describe('the share that a team is expected to win', () => {
  const teams = [[skill(30, 2)], [skill(25, 2)]];
  const game = (winScore: number) => ({ scores: [winScore, 3], winScore, winBy: 2 });
  const rules = (winScore: number) => ({ sport, winScore, winBy: 2, bestOf: 1 });

  it('follows from the rules of the first game', () => {
    const match = { sport, games: [game(21), game(11)] };
    expect(currentModel.expectedShare(teams, match)).toEqual(expectedShare(teams, rules(21)));
  });

  it('equals that of a single point if no game was played', () => {
    const share = currentModel.expectedShare(teams, { sport, games: [] });
    expect(share).toEqual(expectedShare(teams, rules(1)));
  });
});

it('each figure of a model follows from the parameters that it was given', () => {
  const given = { ...sportParameters('padel', 2), startSpread: 3, form: 1 };
  const [model, padel] = [modelOf(() => given), modelOf(sportParameters)];
  const newcomer = { id: ID, own: undefined, primary: undefined };
  const enter = ({ skillAt }: typeof model) =>
    skillAt(newcomer, { sport: 'padel', teamSize: 1 }, at);
  expect(enter(model).sigma).toBeCloseTo((25 / 3) * (3 / given.scaleSpread), 12);
  const teams = [[skill(30, 5)], [skill(25, 5)]];
  const game = { scores: [6, 2], winScore: 6, winBy: 2 };
  const format = { sport: 'padel', winScore: 6, winBy: 2, bestOf: 3 };
  const match = { sport: 'padel', games: [game, { ...game, scores: [4, 6] }] };
  const moved = (of: typeof model) => rateMatch(teams, match, of.weigh).moved;
  const figuresOf = (of: typeof model) => ({
    win: of.winProbability(teams, format),
    next: of.nextGameProbability(teams, format, [game]),
    games: of.expectedShare(teams, match),
    moved: moved(of),
    evidence: of.evidenceOfGames(teams, match, [1, -1]),
  });
  const ofPadel: Record<string, unknown> = figuresOf(padel);
  for (const [name, figures] of Object.entries(figuresOf(model))) {
    expect(figures, name).not.toEqual(ofPadel[name]);
  }
});

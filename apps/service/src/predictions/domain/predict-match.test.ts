import {
  bracketKeys,
  currentModel,
  playerId,
  startingSkill,
  UNCONNECTED,
} from '@partner-rating/ratings';
import { contract } from '@partner-rating/spec/contract';
import { describe, expect, it } from 'vitest';
import {
  assumptionErrors,
  assumptionsOf,
  balanceErrors,
  entrySkill,
  type PredictedPlayer,
  predictionErrors,
} from './predict-match.ts';

const at = new Date('2026-09-12T12:00:00Z');

const lastPlayed = Date.parse('2026-03-12T12:00:00Z');
const id = 'mem_1';
const ID = playerId(id);

const own = { mu: 30, sigma: 2, direction: 7, partner: 8, open: 1.5, lastPlayed };
const primary = { ...own, mu: 28, sigma: 3 };

const discipline = { sport: 'padel', teamSize: 2 };
const entered = (skills: Partial<Pick<Parameters<typeof entrySkill>[0], 'own' | 'primary'>>) =>
  entrySkill({ id, own: null, primary: null, ...skills }, { ...discipline, at }, currentModel);

describe('the skill with which a player enters a match', () => {
  it('is that of a newcomer if they have no rating', () => {
    expect(entered({})).toEqual(startingSkill(discipline, ID));
  });

  it('is that of the model for the rating in the bracket, or else for the primary rating', () => {
    const standing = (skill: typeof own) => ({ ...skill, id: ID });
    const skills = { id: ID, own: standing(own), primary: standing(primary) };
    const moment = at.getTime();
    const inBracket = currentModel.skillAt(skills, discipline, moment);
    expect(entered({ own, primary })).toEqual(inBracket);
    expect(inBracket).toMatchObject({ mu: 30, direction: 7, partner: 8, open: 1.5 });
    expect(inBracket.sigma).toBeGreaterThan(2);
    const byPrimary = currentModel.skillAt({ ...skills, own: undefined }, discipline, moment);
    expect(entered({ primary })).toEqual(byPrimary);
  });

  it('keeps its uncertainty if the last match is unknown', () => {
    expect(entered({ own: { ...own, lastPlayed: null } }).sigma).toBe(2);
  });
});

const padel = assumptionsOf({ sport: 'padel' });

const skill = { mu: 25, sigma: 8, ...UNCONNECTED };

const player = (id: string, sharesRatings = true): PredictedPlayer => ({
  id,
  sharesRatings,
  skillIn: () => skill,
});

const players = new Map([
  ...['1', '2', '3', '4', '5', '6'].map((number) => [number, player(`mem_${number}`)] as const),
  ['mem_1', player('mem_1')],
  ['7', player('mem_7', false)],
]);

const briefly = (errors: readonly { pointer: string; code: string }[]) =>
  errors.map(({ pointer, code }) => `${pointer} ${code}`);

describe('what a prediction assumes', () => {
  it('is one game of the main bracket, in the usual format of the sport', () => {
    const usual = { sport: 'tennis', bracket: 'overall-open', winScore: 6, winBy: 2, bestOf: 1 };
    expect(assumptionsOf({ sport: 'tennis' })).toEqual(usual);
  });

  it('is what the request says', () => {
    const asked = {
      sport: 'padel',
      bracket: 'doubles-35+',
      winScore: 9,
      winBy: 1,
      bestOf: 5,
    } as const;
    expect(assumptionsOf(asked)).toEqual(asked);
    expect(assumptionsOf({ sport: 'padel', winBy: 9 })).toEqual({ ...padel, winBy: 9 });
  });

  it('is an error for an unknown sport or bracket', () => {
    expect(assumptionErrors(padel)).toEqual([]);
    for (const bracket of bracketKeys) expect(assumptionErrors({ ...padel, bracket })).toEqual([]);
    const errors = assumptionErrors(assumptionsOf({ sport: 'chess', bracket: 'triples-open' }));
    expect(briefly(errors)).toEqual(['/sport unknown_sport', '/bracket unknown_bracket']);
    expect(errors[1]?.detail).toMatch(
      /^There is no bracket triples-open\. Use one of overall-open, .+70\+\.$/,
    );
  });
});

describe('a match to predict', () => {
  const errorsOf = (teams: string[][], assumptions = padel) =>
    predictionErrors([{ teams: [['1'], ['2']] }, { teams }], assumptions, players);

  it('has no error with known players in teams of one size', () => {
    expect(
      errorsOf([
        ['1', '2'],
        ['3', '4'],
      ]),
    ).toEqual([]);
    expect(errorsOf([['1'], ['2'], ['3']])).toEqual([]);
    expect(errorsOf([['1'], ['2']], { ...padel, bestOf: 3 })).toEqual([]);
  });

  it('is rejected if a player is unknown, is named twice, or does not share ratings', () => {
    const errors = errorsOf([
      ['1', 'mem_1'],
      ['9', '7'],
    ]);
    expect(briefly(errors)).toEqual([
      '/matches/1/teams/0/1 repeated_player',
      '/matches/1/teams/1/0 unknown_player',
      '/matches/1/teams/1/1 ratings_not_shared',
    ]);
    expect(errors.map(({ detail }) => detail)).toEqual([
      'Member mem_1 already plays in this match. Name each player once in a match.',
      'There is no member 9. Check the identifier.',
      'Member 7 is connected to your application without user:rating:read, so their ratings are ' +
        'not used. Leave them out, or let them connect again and grant it.',
    ]);
  });

  it('is rejected with teams of two sizes, and with more than two teams in several games', () => {
    expect(briefly(errorsOf([['1', '2'], ['3']]))).toEqual([
      '/matches/1/teams/1 team_sizes_differ',
    ]);
    const errors = errorsOf([['1'], ['2'], ['3']], { ...padel, bestOf: 5 });
    expect(briefly(errors)).toEqual(['/bestOf best_of_needs_two_teams']);
    expect(errors[0]?.detail).toBe(
      '/matches/1 has more than two teams, so nobody need win more than half of 5 games. Predict ' +
        'such matches for one game each, in a request of their own.',
    );
    const first = predictionErrors(
      [{ teams: [['1'], ['2'], ['3']] }],
      { ...padel, bestOf: 3 },
      players,
    );
    expect(first[0]?.detail).toMatch(/^\/matches\/0 has more than two teams/);
  });

  it('has errors whose codes the contract lists', () => {
    const all = [
      ...errorsOf([['1', '1'], ['7']], { ...padel, bracket: 'none' }),
      ...errorsOf([['1'], ['2'], ['3']], { ...padel, bestOf: 3 }),
      ...balanceErrors({ sport: 'padel', players: ['1'], teamSize: 1 }, padel, players),
    ];
    const known = JSON.stringify(contract.schemas.ErrorItem);
    for (const { code } of all) expect(known).toContain(`"${code}"`);
  });
});

describe('players to be split into teams', () => {
  const errorsOf = (references: string[], teamSize: number) =>
    balanceErrors({ sport: 'padel', players: references, teamSize }, padel, players);

  it('must fill whole courts, or the error says how many would fit', () => {
    expect(errorsOf(['1', '2', '3', '4'], 1)).toEqual([]);
    expect(errorsOf(['1', '2', '3', '4'], 2)).toEqual([]);
    const [error, ...others] = errorsOf(['1', '2', '3', '4', '5', '6'], 2);
    expect(others).toEqual([]);
    expect(error).toEqual({
      pointer: '/players',
      code: 'players_do_not_fit',
      detail:
        'A court takes 4 players, two teams of 2, and 6 players do not fill a whole number of courts. ' +
        'Send a multiple of 4, or another teamSize.',
    });
  });

  it('are rejected if one is unknown, named twice, or does not share ratings', () => {
    const errors = errorsOf(['1', '9', 'mem_1', '7'], 2);
    expect(briefly(errors)).toEqual([
      '/players/1 unknown_player',
      '/players/2 repeated_player',
      '/players/3 ratings_not_shared',
    ]);
    expect(errors[1]?.detail).toBe('Member mem_1 is in the list already. Name each player once.');
  });
});

import { describe, expect, it } from 'vitest';
import { ownBoards } from './own-boards.ts';

const austin = { city: 'Austin', state: 'TX', country: 'US' };
const boardsOf = (home: Parameters<typeof ownBoards>[0], brackets = ['overall-open']) =>
  ownBoards(home, 'padel', brackets).map(({ where, board }) => ({
    ...{ where, bracket: board.bracket, scope: board.scope },
    at: [board.city, board.state, board.country],
  }));

describe('the boards of a player', () => {
  const bracket = 'overall-open';
  const country = { where: 'United States', bracket, scope: 'country', at: [null, null, 'US'] };
  const everywhere = { where: 'Everywhere', bracket, scope: 'global', at: [null, null, null] };
  const state = { where: 'TX', bracket, scope: 'state', at: [null, 'TX', 'US'] };

  it('go from near to far', () => {
    const city = { where: 'Austin', bracket, scope: 'city', at: ['austin', 'TX', 'US'] };
    expect(boardsOf(austin)).toEqual([city, state, country, everywhere]);
  });

  it('leave out what is not known of where the player lives', () => {
    const city = { where: 'Austin', bracket, scope: 'city', at: ['austin', null, 'US'] };
    expect(boardsOf({ ...austin, city: null })).toEqual([state, country, everywhere]);
    expect(boardsOf({ ...austin, state: null })).toEqual([city, country, everywhere]);
    expect(boardsOf({ ...austin, country: null })).toEqual([everywhere]);
  });

  it('are everywhere alone in every bracket but the main one', () => {
    expect(boardsOf(austin, ['singles-open', 'doubles-12-13'])).toEqual([
      { ...everywhere, bracket: 'singles-open' },
      { ...everywhere, bracket: 'doubles-12-13' },
    ]);
  });

  it('are of the sport, with everybody who is rated on them', () => {
    const [first] = ownBoards(austin, 'padel', ['overall-open']);
    expect(first?.board).toMatchObject({ sport: 'padel', minGames: 0, verified: [true, false] });
  });
});

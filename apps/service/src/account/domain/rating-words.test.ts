import { bracketKeys, rateMatches, sports, usualFormat } from '@partner-rating/ratings';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { countText, percentText } from '../../platform/pages/domain/locale.ts';
import {
  bracketWords,
  changeText,
  inBracketOrder,
  ownBoards,
  ratingText,
  reasonWords,
  reliabilityWords,
} from './rating-words.ts';
import { accountTexts } from './texts.ts';

describe('ratings in words', () => {
  it('are not yet reliable after two wins over a first opponent, in any sport', () => {
    for (const sport of sports) {
      const format = usualFormat(sport);
      const game = { ...format, scores: [format.winScore, 0] };
      const match = (day: number) => ({
        ...{ id: `${day}`, sport, matchDate: new Date(Date.UTC(2026, 0, day)) },
        ...{ brackets: ['overall-open'], teams: [['ann'], ['bob']], unrated: new Set<string>() },
        games: [game, game],
      });
      const steps = rateMatches([], [match(1), match(8)]);
      expect(['A first guess', 'May still change']).toContain(
        reliabilityWords(steps.at(-1)?.reliability ?? 1),
      );
    }
  });

  testRows([
    [0.012, '+0.012'],
    [-0.2, '−0.200'],
    [0, '±0.000'],
    [-0.0001, '±0.000'],
  ])('a change has its sign and three decimals', (change, text) => {
    expect(changeText(change)).toBe(text);
  });

  testRows([
    [0, 'A first guess'],
    [0.4999, 'A first guess'],
    [0.5, 'May still change'],
    [0.7499, 'May still change'],
    [0.75, 'Well known'],
    [0.8999, 'Well known'],
    [0.9, 'Solid'],
    [1, 'Solid'],
  ])('a reliability has words', (reliability, words) => {
    expect(reliabilityWords(reliability)).toBe(words);
  });

  testRows([
    [1, 1, '1st of 1'],
    [2, 30, '2nd of 30'],
    [3, 30, '3rd of 30'],
    [11, 30, '11th of 30'],
    [1_021, 20_000, '1,021st of 20,000'],
  ])('a rank has words', (rank, total, words) => {
    const texts = accountTexts().rating;
    expect(texts.rank(texts.position(rank), countText(total))).toBe(words);
  });

  it('a rating always has three decimals', () => {
    expect([4, 3.5, 2.0004].map(ratingText)).toEqual(['4.000', '3.500', '2.000']);
  });

  it('a share is a percentage', () => {
    expect([0, 0.494, 0.496, 1].map(percentText)).toEqual(['0%', '49%', '50%', '100%']);
  });

  testRows([
    [0, '0 games'],
    [1, '1 game'],
    [1_200, '1,200 games'],
  ])('a number of games has words', (count, words) => {
    expect(accountTexts().rating.games(count)).toBe(words);
  });

  it('a bracket that is no longer rated keeps its key', () => {
    expect(bracketWords('triples-90+')).toBe('triples, 90+');
    expect(bracketWords('triples-open')).toBe('triples');
  });

  it('every bracket has its own words', () => {
    const words = bracketKeys.map(bracketWords);
    expect(new Set(words).size).toBe(bracketKeys.length);
    expect(words).toContain('Doubles, 35 and over');
    expect(words).toContain('Same gender, 12 to 13');
  });

  it('brackets are ordered by kind and age, the main one first', () => {
    const shuffled = bracketKeys.toSorted().map((bracket) => ({ bracket }));
    expect(inBracketOrder(shuffled).map(({ bracket }) => bracket)).toEqual(bracketKeys);
  });
});

const austin = { city: 'Austin', state: 'TX', country: 'US' };

const boardsOf = (home: Parameters<typeof ownBoards>[0], brackets = ['overall-open']) =>
  ownBoards(home, 'padel', brackets).map(({ where, board }) => ({
    ...{ where, bracket: board.bracket, scope: board.scope },
    at: [board.city, board.state, board.country],
  }));

const stayed = { reason: 'moved' as const, ratingBefore: 4, ratingAfter: 4, withheld: 0 };
const counted = { isDenied: false, isVoided: false, isHeld: false };

testRows<[Partial<Parameters<typeof reasonWords>[0]>, Partial<typeof counted>, string]>([
  [{ reason: 'moved', ratingAfter: 4.1 }, {}, 'You did better than expected, so your rating rose.'],
  [{ reason: 'moved', ratingAfter: 3.9 }, {}, 'You did worse than expected, so your rating fell.'],
  [{ reason: 'as_expected' }, {}, 'You did as well as expected, so your rating stayed.'],
  [
    { reason: 'limited', withheld: 0.004 },
    {},
    'You won, but by less than expected. A win never lowers your rating, so it stayed.',
  ],
  [
    { reason: 'limited', withheld: -0.004 },
    {},
    'You lost, but by less than expected. A loss never raises your rating, so it stayed.',
  ],
  [
    { reason: 'contradicted' },
    {},
    'The finished games show another winner than the report names, so they move no rating.',
  ],
  [
    { reason: 'unconfirmed' },
    {},
    'You have not confirmed this result, so it does not move your rating.',
  ],
  [
    { reason: 'unconfirmed' },
    { isDenied: true },
    'You said that this is wrong, so it does not move your rating.',
  ],
  [{ reason: 'not_rated' }, {}, 'No game of it counts, so it does not move your rating.'],
  [{ reason: 'not_rated' }, { isVoided: true }, 'It was voided, so it does not count.'],
  [
    { reason: 'not_rated' },
    { isHeld: true },
    'It may repeat another report, so it does not count for now.',
  ],
])('a match says in a sentence why it did or did not move the rating', (part, state, words) => {
  expect(reasonWords({ ...stayed, ...part }, { ...counted, ...state })).toBe(words);
});

describe('the boards of a player', () => {
  const bracket = 'overall-open';
  const country = { where: 'United States', bracket, scope: 'country', at: [null, null, 'US'] };
  const everywhere = { where: 'Everywhere', bracket, scope: 'global', at: [null, null, null] };
  const state = { where: 'TX', bracket, scope: 'state', at: [null, 'TX', 'US'] };

  it('are ordered from near to far', () => {
    const city = { where: 'Austin', bracket, scope: 'city', at: ['austin', 'TX', 'US'] };
    expect(boardsOf(austin)).toEqual([city, state, country, everywhere]);
  });

  it('omit unknown parts of where the player lives', () => {
    const city = { where: 'Austin', bracket, scope: 'city', at: ['austin', null, 'US'] };
    expect(boardsOf({ ...austin, city: null })).toEqual([state, country, everywhere]);
    expect(boardsOf({ ...austin, state: null })).toEqual([city, country, everywhere]);
    expect(boardsOf({ ...austin, country: null })).toEqual([everywhere]);
  });

  it('are worldwide in every bracket except the main one, which has all', () => {
    expect(boardsOf(austin, ['singles-open', 'doubles-12-13'])).toEqual([
      { ...everywhere, bracket: 'singles-open' },
      { ...everywhere, bracket: 'doubles-12-13' },
    ]);
  });

  it('are those of the sport, with all its rated players', () => {
    const [first] = ownBoards(austin, 'padel', ['overall-open']);
    expect(first?.board).toMatchObject({ sport: 'padel', minGames: 0, verified: [true, false] });
  });
});

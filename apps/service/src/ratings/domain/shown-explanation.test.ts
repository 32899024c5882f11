import { currentModel, explainMatch, newRatings } from '@partner-rating/ratings';
import { expect, it } from 'vitest';
import { shownExplanation } from './shown-explanation.ts';

const BRACKET = 'overall-open';

const playedAt = new Date('2026-09-12T15:30:00Z');

const match = {
  ...{ id: 'match', sport: 'pickleball', matchDate: playedAt, brackets: [BRACKET] },
  teams: [['mike'], ['priya']],
  games: [{ scores: [11, 7], winScore: 11, winBy: 2 }],
  unrated: new Set<string>(),
  unratedReason: null,
};

const explained = explainMatch(match, BRACKET, newRatings(), currentModel);

const nobody = () => false;

it('shows the ratings with which the opponents entered the match', () => {
  expect(shownExplanation(explained, 'mike', nobody)).toMatchObject({ opponentsRatings: [3.5] });
});

it('explains nothing to a member who did not play', () => {
  expect(shownExplanation(explained, 'sofia', nobody)).toBeUndefined();
});

it('hides the rating of a hidden player, and from others all that would reveal it', () => {
  const isHidden = (memberId: string) => memberId === 'priya';
  expect(shownExplanation(explained, 'mike', isHidden)).toEqual({
    ...shownExplanation(explained, 'mike', nobody),
    ...{ opponentsRatings: [null], expectedGameShare: null, expectedPointShare: null },
  });
  expect(shownExplanation(explained, 'priya', isHidden)).toEqual(
    shownExplanation(explained, 'priya', nobody),
  );
});

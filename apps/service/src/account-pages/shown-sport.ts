import type { ShownSport } from '../platform/pages/render-player.ts';
import { PRIMARY_BRACKET } from '../ratings/domain/brackets.ts';
import { sportName } from '../ratings/domain/sports.ts';
import { dateWords } from './domain/moment-words.ts';
import { drawChart, type RatedMoment } from './domain/rating-chart.ts';
import {
  bracketWords,
  changeText,
  countWords,
  inBracketOrder,
  percentText,
  rankWords,
  ratingText,
  reliabilityWords,
} from './domain/rating-words.ts';
import type { BracketRating, PlayedSport } from './read-sports.ts';

/** A sport of a player in the words of the page. */
export function shownSport({
  sport,
  primary,
  brackets,
  ranks,
  period,
  history,
}: PlayedSport): ShownSport {
  const everywhere = new Map(
    ranks
      .filter(({ board }) => board.scope === 'global')
      .map(({ board, rank }) => [board.bracket, rank]),
  );
  return {
    code: sport,
    name: sportName(sport),
    ...numbersOf(primary),
    ranks: ranks
      .filter(({ board }) => board.bracket === PRIMARY_BRACKET)
      .map(({ rank, where }) => ({ rank: rankWords(rank), where })),
    brackets: inBracketOrder(brackets).map((bracket) => {
      const rank = everywhere.get(bracket.bracket);
      return {
        name: bracketWords(bracket.bracket),
        ...numbersOf(bracket),
        games: bracket.games.toLocaleString('en-GB'),
        rank: rank === undefined ? null : rankWords(rank),
      };
    }),
    history: history.length === 0 ? null : shownHistory(sportName(sport), history, period),
  };
}

function numbersOf({ rating, reliability, games }: BracketRating) {
  return {
    rating: ratingText(rating),
    reliability: percentText(reliability),
    reliabilityWords: reliabilityWords(reliability),
    games: countWords(games, 'game'),
  };
}

function shownHistory(
  name: string,
  history: readonly RatedMoment[],
  period: PlayedSport['period'],
): NonNullable<ShownSport['history']> {
  const ratings = history.map(({ rating }) => rating);
  const [first = 0, last = 0] = [ratings[0], ratings.at(-1)];
  const rows = history.map(({ at, rating }, index) => {
    const before = ratings[index - 1];
    return {
      date: dateWords(at),
      rating: ratingText(rating),
      change: before === undefined ? null : changeText(rating - before),
    };
  });
  const since = rows[0]?.date ?? dateWords(period.from);
  return {
    chart: drawChart(history, period),
    since,
    change: changeText(last - first),
    title: `${name} rating since ${since.text}`,
    description:
      `It was ${ratingText(first)} then and is ${ratingText(last)} now, ` +
      `between ${ratingText(Math.min(...ratings))} and ${ratingText(Math.max(...ratings))}.`,
    rows: rows.toReversed(),
  };
}

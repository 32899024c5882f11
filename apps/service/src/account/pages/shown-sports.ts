import { PRIMARY_BRACKET } from '@partner-rating/ratings';
import { countText, percentText } from '../../platform/pages/domain/locale.ts';
import { sportName } from '../../ratings/domain/sports.ts';
import type { RatedMoment } from '../domain/chart-range.ts';
import { nextGoal, type RecordWith } from '../domain/game-record.ts';
import { dateWords } from '../domain/page-words.ts';
import { drawChart, peakOf, shownMoments } from '../domain/rating-chart.ts';
import {
  bandText,
  bracketWords,
  changeText,
  countWords,
  inBracketOrder,
  isProvisional,
  rankWords,
  ratingText,
  reliabilityWords,
} from '../domain/rating-words.ts';
import { type LatestResults, MAX_RESULTS } from './latest-results.ts';
import type { BracketRating, PlayedSport } from './read-sports.ts';
import type { ShownHistory, ShownPeople, ShownRating, ShownSport } from './render-game.ts';

const disciplines = ['singles-open', 'doubles-open'];

/** A sport of a player in the words of the page. */
export function shownSport(played: PlayedSport): ShownSport {
  const { sport, primary, brackets, history, period, results } = played;
  // To be the first of one is no praise.
  const ranks = played.ranks.filter(({ rank }) => rank.total > 1);
  const everywhere = new Map(
    ranks
      .filter(({ board }) => board.scope === 'global')
      .map(({ board, rank }) => [board.bracket, rank]),
  );
  const rank = everywhere.get(PRIMARY_BRACKET);
  return {
    code: sport,
    name: sportName(sport),
    ...shownRating(primary),
    ranks: ranks
      .filter(({ board }) => board.bracket === PRIMARY_BRACKET)
      .map(({ rank, where }) => ({ rank: rankWords(rank), where })),
    percentile: rank === undefined || rank.total < 10 ? null : percentileWords(rank),
    disciplines: inBracketOrder(brackets)
      .filter(({ bracket }) => disciplines.includes(bracket))
      .map((bracket) => ({ name: bracketWords(bracket.bracket), ...shownRating(bracket) })),
    brackets: inBracketOrder(brackets).map((bracket) => {
      const rank = everywhere.get(bracket.bracket);
      return {
        name: bracketWords(bracket.bracket),
        ...shownRating(bracket),
        games: countText(bracket.games),
        rank: rank === undefined ? null : rankWords(rank),
      };
    }),
    facts: [...peakFacts(played), ...goalFacts(primary), ...resultFacts(results)],
    form: shownForm(results),
    people: results === null ? null : shownPeople(results),
    history: history.length === 0 ? null : shownHistory(sportName(sport), history, period),
  };
}

function percentileWords({ rank, total }: { rank: number; total: number }): string {
  return `Top ${Math.max(1, Math.ceil((100 * rank) / total))}%`;
}

export function shownRating({ rating, low, high, reliability, games }: BracketRating): ShownRating {
  return {
    rating: ratingText(rating),
    band: bandText({ low, high }),
    isProvisional: isProvisional(reliability),
    reliability: percentText(reliability),
    reliabilityWords: reliabilityWords(reliability),
    games: countWords(games, 'game'),
  };
}

type Fact = ShownSport['facts'][number];

export function peakFacts({ peak }: Pick<PlayedSport, 'peak'>): Fact[] {
  if (peak === null) return [];
  return [{ label: `Peak, ${dateWords(peak.at).text}`, value: ratingText(peak.rating) }];
}

function goalFacts({ rating }: BracketRating): Fact[] {
  const goal = nextGoal(rating);
  if (goal === null) return [];
  return [
    { label: 'Next goal', value: `${ratingText(goal.distance)} to ${ratingText(goal.rating)}` },
  ];
}

export function shownForm(results: LatestResults | null): ShownSport['form'] {
  return (results?.form ?? []).map((isWon) => ({ isWon, word: isWon ? 'Won' : 'Lost' }));
}

export function resultFacts(results: LatestResults | null): Fact[] {
  if (results === null || results.streak === null) return [];
  const { won, lost, streak, maxWinningStreak, read } = results;
  const span = read < MAX_RESULTS ? 'Wins and losses' : `Of the last ${MAX_RESULTS} matches`;
  const { isWon, length } = streak;
  return [
    { label: span, value: `${won} won, ${lost} lost` },
    {
      label: 'Now',
      value: countWords(length, isWon ? 'winsInARow' : 'lossesInARow'),
    },
    { label: 'Longest winning streak', value: countWords(maxWinningStreak, 'win') },
  ];
}

function shownPeople({ opponents, teammates, bestWin }: LatestResults): ShownPeople {
  const shown = ({ name, won, lost }: RecordWith) => ({ name, record: `${won}–${lost}` });
  return {
    opponents: opponents.map(shown),
    teammates: teammates.map(shown),
    bestWin: bestWin && {
      opponents: bestWin.opponents,
      rating: ratingText(bestWin.rating),
      played: dateWords(bestWin.playedAt),
    },
  };
}

function shownHistory(
  name: string,
  history: readonly RatedMoment[],
  period: PlayedSport['period'],
): ShownHistory {
  const moments = shownMoments(history);
  const [first, last] = [moments[0], moments.at(-1)];
  const peak = peakOf(moments);
  const since = dateWords(first?.at ?? period.from);
  const ratings = moments.map(({ rating }) => rating);
  const rows = moments.map(({ at, rating, low, high }, index) => {
    const before = ratings[index - 1];
    return {
      date: dateWords(at),
      rating: ratingText(rating),
      change: before === undefined ? null : changeText(rating - before),
      band: bandText({ low, high }),
    };
  });
  const from = first === undefined || first.at < period.from ? period.from : first.at;
  const chart = drawChart(moments, { from, to: period.to });
  return {
    chart: {
      ...chart,
      points: chart.points.map((point, index) => ({
        ...point,
        rating: rows[index]?.rating ?? '',
        text: `${rows[index]?.rating}, ${rows[index]?.date.text}`,
      })),
    },
    since,
    change: changeText((last?.rating ?? 0) - (first?.rating ?? 0)),
    title: `${name} rating since ${since.text}`,
    description:
      `It was ${ratingText(first?.rating ?? 0)} then and is ${ratingText(last?.rating ?? 0)} now, ` +
      `between ${ratingText(Math.min(...ratings))} and ${ratingText(peak?.rating ?? 0)}. ` +
      `The shaded band is where the true rating is likely to be.`,
    rows: rows.toReversed(),
  };
}

import { PRIMARY_BRACKET, ratingOf, STARTING_SKILL } from '@partner-rating/ratings';
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
  inBracketOrder,
  isProvisional,
  ratingText,
  reliabilityWords,
} from '../domain/rating-words.ts';
import { accountTexts } from '../domain/texts.ts';
import { type LatestResults, MAX_RESULTS } from './latest-results.ts';
import type { BracketRating, PlayedSport } from './read-sports.ts';

const disciplines = ['singles-open', 'doubles-open'];

/** A sport of a player in the words of the page. */
export type ShownSport = ReturnType<typeof shownSport>;

export function shownSport(played: PlayedSport) {
  const { sport, primary, brackets, history, period, results } = played;
  const provisional = new Set(
    brackets.filter(({ reliability }) => isProvisional(reliability)).map(({ bracket }) => bracket),
  );
  const isEarly = provisional.has(PRIMARY_BRACKET);
  // A rank among only one player is not worth showing, nor is one from a rating that may be far off.
  const ranks = played.ranks.filter(
    ({ board, rank }) => rank.total > 1 && !provisional.has(board.bracket),
  );
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
    start: isEarly ? ratingText(ratingOf(STARTING_SKILL.mu)) : null,
    ranks: ranks
      .filter(({ board }) => board.bracket === PRIMARY_BRACKET)
      .map(({ board, rank, where }) => ({
        ...shownRank(rank),
        ...{ where, isEverywhere: board.scope === 'global' },
      })),
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
        rank: rank === undefined ? null : shownRank(rank).rank,
      };
    }),
    facts: [...peakFacts(played), ...goalFacts(primary), ...resultFacts(results)],
    form: shownForm(results),
    people: results === null ? null : shownPeople(results),
    history:
      history.length === 0 ? null : shownHistory(sportName(sport), history, { period, isEarly }),
  };
}

/** Returns "12th of 214", and both parts. */
function shownRank({ rank, total }: { rank: number; total: number }) {
  const texts = accountTexts().rating;
  const [position, all] = [texts.position(rank), countText(total)];
  return { position, total: all, rank: texts.rank(position, all) };
}

function percentileWords({ rank, total }: { rank: number; total: number }): string {
  return accountTexts().rating.top(percentText(Math.max(1, Math.ceil((100 * rank) / total)) / 100));
}

export type ShownRating = ReturnType<typeof shownRating>;

export function shownRating({ rating, low, high, reliability, games }: BracketRating) {
  return {
    rating: ratingText(rating),
    band: bandText({ low, high }),
    isProvisional: isProvisional(reliability),
    reliability: percentText(reliability),
    reliabilityWords: reliabilityWords(reliability),
    games: accountTexts().rating.games(games),
  };
}

interface Fact {
  kind: 'peak' | 'goal' | 'record' | 'streak';
  label: string;
  value: string;
}

export function peakFacts({ peak }: Pick<PlayedSport, 'peak'>): Fact[] {
  if (peak === null) return [];
  const label = accountTexts().facts.peak(dateWords(peak.at).text);
  return [{ kind: 'peak', label, value: ratingText(peak.rating) }];
}

function goalFacts({ rating }: BracketRating): Fact[] {
  const goal = nextGoal(rating);
  if (goal === null) return [];
  const texts = accountTexts().facts;
  const value = texts.goalDistance(ratingText(goal.distance), ratingText(goal.rating));
  return [{ kind: 'goal', label: texts.goal, value }];
}

export function shownForm(results: LatestResults | null) {
  const { won, lost } = accountTexts().facts;
  return (results?.form ?? []).map((isWon) => ({ isWon, ...(isWon ? won : lost) }));
}

export function resultFacts(results: LatestResults | null): Fact[] {
  if (results === null) return [];
  const { won, lost, streak, maxWinningStreak, read } = results;
  const texts = accountTexts().facts;
  if (streak === null) return [{ kind: 'record', label: texts.record, value: texts.noResults }];
  const { isWon, length } = streak;
  return [
    {
      kind: 'record',
      label: read < MAX_RESULTS ? texts.record : texts.latestRecord(MAX_RESULTS),
      value: texts.wonAndLost(won, lost),
    },
    {
      kind: 'streak',
      label: texts.now,
      value: isWon ? texts.winsInARow(length) : texts.lossesInARow(length),
    },
    { kind: 'streak', label: texts.maxWinningStreak, value: texts.wins(maxWinningStreak) },
  ];
}

function shownPeople({ opponents, teammates, bestWin }: LatestResults) {
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
  { period, isEarly }: Pick<PlayedSport, 'period'> & { isEarly: boolean },
) {
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
  const texts = accountTexts().chart;
  return {
    chart: {
      ...chart,
      points: chart.points.map((point, index) => ({
        ...point,
        rating: rows[index]?.rating ?? '',
        text: texts.point(rows[index]?.rating ?? '', rows[index]?.date.text ?? ''),
      })),
    },
    since,
    change: isEarly ? null : changeText((last?.rating ?? 0) - (first?.rating ?? 0)),
    title: texts.title(name, since.text),
    description: [
      texts.description(
        ratingText(first?.rating ?? 0),
        ratingText(last?.rating ?? 0),
        ratingText(Math.min(...ratings)),
        ratingText(peak?.rating ?? 0),
      ),
      ...(chart.isBandCut ? [texts.bandIsCut] : []),
    ].join(' '),
    rows: rows.toReversed(),
  };
}

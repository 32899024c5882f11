import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { peakOf } from '../domain/rating-chart.ts';
import { ratingText } from '../domain/rating-words.ts';
import type { PlayedSport } from './read-sports.ts';
import { shownSport } from './shown-sports.ts';

const DAY = 86_400_000;
const from = new Date('2026-01-01T00:00:00Z');

type History = PlayedSport['history'];

function sportWith(history: History, reliability = 0.4): PlayedSport {
  const last = history.at(-1) ?? { rating: 3.5, low: 3, high: 4 };
  const primary = { bracket: 'overall-open', reliability, games: history.length, ...last };
  return {
    ...{ sport: 'pickleball', primary, brackets: [primary], ranks: [], history, results: null },
    peak: peakOf(history) ?? null,
    period: { from, to: new Date(from.getTime() + 400 * DAY) },
  };
}

const histories = fc
  .array(
    fc.record({
      day: fc.integer({ min: 0, max: 400 }),
      rating: fc.integer({ min: 2_000, max: 8_000 }).map((thousandths) => thousandths / 1_000),
    }),
    { minLength: 1, maxLength: 400 },
  )
  .map(
    (drawn): History =>
      drawn
        .toSorted((one, other) => one.day - other.day)
        .map(({ day, rating }) => ({
          at: new Date(from.getTime() + day * DAY),
          ...{ rating, low: rating - 0.1, high: rating + 0.1 },
        })),
  );

describe('a sport as it is shown', () => {
  it('has the same numbers in the text, the table, and the points of its chart, without losing extremes', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const shown = shownSport(sportWith(history)).history;
        const ratings = history.map(({ rating }) => rating);
        const rows = shown?.rows.toReversed() ?? [];
        const points = shown?.chart.points ?? [];
        expect(points.map(({ text }) => text)).toEqual(
          rows.map(({ rating, date }) => `${rating}, ${date.text}`),
        );
        const [first, last, lowest, highest] = [
          ratings[0] ?? 0,
          ratings.at(-1) ?? 0,
          Math.min(...ratings),
          Math.max(...ratings),
        ].map(ratingText);
        expect(shown?.description).toContain(
          `It was ${first} then and is ${last} now, between ${lowest} and ${highest}.`,
        );
        expect([rows[0]?.rating, rows.at(-1)?.rating]).toEqual([first, last]);
        expect(rows.map(({ rating }) => rating)).toEqual(expect.arrayContaining([lowest, highest]));
        expect(rows[points.findIndex(({ isPeak }) => isPeak)]?.rating).toBe(highest);
      }),
    );
  });

  it('is provisional below half of the reliability, with a goal and a peak', () => {
    const moment = (day: number, rating: number) => ({
      at: new Date(from.getTime() + day * DAY),
      ...{ rating, low: rating - 0.2, high: rating + 0.2 },
    });
    const played = sportWith([moment(0, 3.9), moment(1, 3.72)]);
    const shown = shownSport(played);
    expect(shown).toMatchObject({ rating: '3.720', band: '3.52–3.92', isProvisional: true });
    expect(shown.facts).toEqual([
      { kind: 'peak', label: 'Peak, 1 January 2026', value: '3.900' },
      { kind: 'goal', label: 'Next goal', value: '0.030 to 3.750' },
    ]);
    const known = { ...played, primary: { ...played.primary, reliability: 0.5 } };
    expect(shownSport(known).isProvisional).toBe(false);
  });

  it('shows no rank to the only player of a leaderboard, and the percentile among many', () => {
    const played = sportWith([], 0.5);
    const board = { bracket: 'overall-open', scope: 'global' };
    const ranked = (rank: number, total: number) =>
      shownSport({
        ...played,
        ranks: [{ where: 'Everywhere', rank: { rank, total }, board }] as never,
      });
    expect(ranked(1, 1).ranks).toEqual([]);
    expect(ranked(1, 9)).toMatchObject({ ranks: [{ rank: '1st of 9' }], percentile: null });
    expect(ranked(21, 200).percentile).toBe('Top 11%');
  });

  it('shows neither a rank nor a change of a provisional rating, but where everybody starts', () => {
    const moment = { at: from, rating: 3.7, low: 3.5, high: 3.9 };
    const board = { bracket: 'overall-open', scope: 'global' };
    const shownWith = (reliability: number) =>
      shownSport({
        ...sportWith([moment, { ...moment, at: new Date(from.getTime() + DAY) }], reliability),
        ranks: [{ where: 'Everywhere', rank: { rank: 3, total: 200 }, board }] as never,
      });
    const provisional = shownWith(0.49);
    expect(provisional).toMatchObject({ start: '3.500', ranks: [], percentile: null });
    expect(provisional.brackets[0]?.rank).toBeNull();
    expect(provisional.history?.change).toBeNull();
    const known = shownWith(0.5);
    expect(known).toMatchObject({ start: null, ranks: [{ rank: '3rd of 200' }] });
    expect(known.history?.change).toBe('±0.000');
  });
});

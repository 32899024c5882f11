import type { CalibrationBin } from './league-backtest.ts';

const SIZE = 320;
const LEFT = 48;
const BOTTOM = 40;
const TOP = 8;
// As wide as half of the last label.
const RIGHT = 20;
const TICKS = [0, 0.25, 0.5, 0.75, 1];
const RADIUS = 4;

/**
 * What was predicted against what happened, as an SVG in the page: dots on the diagonal are honest
 * predictions. Bars reach as far as chance does, two standard errors. Without an empty line, since
 * it stands in Markdown.
 */
export function calibrationPlot(bins: readonly CalibrationBin[]): string {
  const width = LEFT + SIZE + RIGHT;
  const height = TOP + SIZE + BOTTOM;
  return [
    '<figure class="plot">',
    `<svg viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="calibration-title calibration-text">`,
    '<title id="calibration-title">Calibration of the ratings</title>',
    `<desc id="calibration-text">${description(bins)}</desc>`,
    ...TICKS.flatMap((tick) => [
      `<line class="grid" x1="${x(0)}" y1="${y(tick)}" x2="${x(1)}" y2="${y(tick)}"/>`,
      `<line class="grid" x1="${x(tick)}" y1="${y(0)}" x2="${x(tick)}" y2="${y(1)}"/>`,
      `<text x="${x(0) - 6}" y="${y(tick) + 4}" text-anchor="end">${100 * tick}%</text>`,
      `<text x="${x(tick)}" y="${y(0) + 16}" text-anchor="middle">${100 * tick}%</text>`,
    ]),
    `<line class="honest" x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}"/>`,
    ...bins.flatMap(dot),
    `<text x="${x(0.5)}" y="${y(0) + 34}" text-anchor="middle">predicted</text>`,
    `<text transform="translate(12 ${y(0.5)}) rotate(-90)" text-anchor="middle">happened</text>`,
    '</svg>',
    '<figcaption>How often a team won, against the chance it was given. On the line both are the same.</figcaption>',
    '</figure>',
  ].join('\n');
}

function dot({ count, predicted, happened }: CalibrationBin): string[] {
  if (predicted === null || happened === null) return [];
  const error = 2 * Math.sqrt((predicted * (1 - predicted)) / count);
  const [low, high] = [Math.max(0, happened - error), Math.min(1, happened + error)];
  return [
    `<line class="chance" x1="${x(predicted)}" y1="${y(low)}" x2="${x(predicted)}" y2="${y(high)}"/>`,
    `<circle cx="${x(predicted)}" cy="${y(happened)}" r="${RADIUS}"/>`,
  ];
}

function description(bins: readonly CalibrationBin[]): string {
  const dots = bins.flatMap(({ predicted, happened }) =>
    predicted === null || happened === null
      ? []
      : [`of ${percent(predicted)} predicted, ${percent(happened)} won`],
  );
  return `Dots of predicted against actual shares of wins, beside the line where both are equal: ${dots.join('; ')}.`;
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)}%`;
}

function x(share: number): number {
  return round(LEFT + share * SIZE);
}

function y(share: number): number {
  return round(TOP + (1 - share) * SIZE);
}

function round(value: number): number {
  return Math.round(10 * value) / 10;
}

// Writes the result of a backtest, which compares predictions with past results, as text.

import {
  type BacktestReport,
  type Bounds,
  type Comparison,
  type Comparisons,
  GROUPS,
  type Group,
  type Metrics,
  type Unit,
} from '@partner-rating/ratings/backtest';

const GROUP_NAMES: Readonly<Record<Group, string>> = {
  all: 'all',
  under10: 'under 10 games before',
  from10To50: '10 to 50 games before',
  over50: 'over 50 games before',
  backAfter90Days: 'back after 90 days',
};

const UNIT_NAMES: Readonly<Record<Unit, string>> = {
  game: 'Who wins a game',
  match: 'Who wins a match of several games',
};

const HEADINGS = ['count', 'log loss', 'Brier', 'accuracy', 'cal. error', 'by chance', 'slope'];

const INTERVAL_HEADING = 'slope, 95 %';

const INTERVAL_WIDTH = 16;

const NAME_WIDTH = 40;

const COLUMN_WIDTH = 11;

/** Returns the report as text. */
export function reportText(report: BacktestReport): string {
  const sports = Object.entries(report.sports);
  const parts = sports.map(([sport, comparisons]) => sportText(sport, comparisons));
  if (sports.length > 1) parts.push(sportText('over all sports', report.overall));
  return [summary(report), ...parts, LEGEND].join('\n\n');
}

const LEGEND = [
  'Each result is predicted from earlier matches, and a game also from the earlier games of its match.',
  'Log loss, Brier score: less is better; a coin has 0.6931 and 0.2500. Accuracy: how often the',
  'favourite won. Cal. error: the difference between predictions and results. By chance: the difference',
  'that right predictions would have. Slope: 1 is right, less is too confident, more is too cautious. If',
  'its interval contains 1, the slope may be 1.',
  'A match is in the group of its least experienced player. Level games count as half a win, and not for',
  'accuracy. The winner is not predicted for level matches and those that stopped early; matches between',
  'several teams are only rated.',
  'A match counts as the best of as many games as its winner had to win.',
  'Elo and Glicko-2 have the settings that are best for exactly these results, so they look better than',
  'they are. For whole matches the rivals rate whole matches.',
].join('\n');

function summary({ matches, games, players, severalTeams }: BacktestReport): string {
  const several = severalTeams === 0 ? '' : `, ${severalTeams} of them between several teams`;
  return `${counted(matches, 'match', 'matches')}${several}, ${counted(games, 'game')}, ${counted(players, 'player')}.`;
}

function counted(amount: number, one: string, several = `${one}s`): string {
  return `${amount} ${amount === 1 ? one : several}`;
}

function sportText(title: string, comparisons: Comparisons): string {
  const units = (['game', 'match'] as const).filter(
    (unit) => unit === 'game' || comparisons[unit].ratings.all.count > 0,
  );
  return [title.toUpperCase(), ...units.map((unit) => unitText(unit, comparisons[unit]))].join(
    '\n\n',
  );
}

function unitText(unit: Unit, comparison: Comparison): string {
  const { ratings, slopeIntervals, rivals, difference, truth } = comparison;
  if (ratings.all.count === 0) return `${UNIT_NAMES[unit]}\nNothing is counted.`;
  const lines = [
    `${row(UNIT_NAMES[unit], HEADINGS)}${INTERVAL_HEADING.padStart(INTERVAL_WIDTH)}`,
    ratingsRow('Ratings of this service', ratings.all, slopeIntervals.all),
  ];
  for (const { name, settings, metrics } of rivals) {
    lines.push(row(settings === '' ? name : `${name} (${settings})`, cells(metrics.all)));
  }
  if (truth !== null) lines.push(row('The true skills', cells(truth.all)));
  for (const group of GROUPS.filter((one) => one !== 'all' && ratings[one].count > 0)) {
    lines.push(ratingsRow(`Ratings, ${GROUP_NAMES[group]}`, ratings[group], slopeIntervals[group]));
    for (const { name, metrics } of rivals) {
      lines.push(row(`  ${name}`, cells(metrics[group])));
    }
  }
  if (difference !== null) {
    const { rival, mean, lower, upper } = difference;
    lines.push(
      `Log loss minus that of the best rival, ${rival}: ${signed(mean)}, 95 % [${signed(lower)}, ${signed(upper)}]`,
    );
  }
  return [...lines, ...knowableText(comparison)].join('\n');
}

function knowableText({ knowable }: Comparison): string[] {
  if (knowable === null) return [];
  return GROUPS.flatMap((group) => {
    const known = knowable[group];
    if (known === null) return [];
    const { share, truth } = known;
    const percent = (100 * share).toFixed(1);
    return [
      `Share of what can be known, ${GROUP_NAMES[group]}: ${percent} % (log loss of the true skills: ${truth.toFixed(4)})`,
    ];
  });
}

function ratingsRow(name: string, metrics: Metrics, slope: Bounds | null): string {
  const interval = slope === null ? '–' : `[${number(slope.lower, 2)}, ${number(slope.upper, 2)}]`;
  return `${row(name, cells(metrics))}${interval.padStart(INTERVAL_WIDTH)}`;
}

function cells(metrics: Metrics): string[] {
  return [
    String(metrics.count),
    number(metrics.logLoss),
    number(metrics.brierScore),
    metrics.accuracy === null ? '–' : `${(100 * metrics.accuracy).toFixed(2)} %`,
    number(metrics.calibrationError),
    number(metrics.calibrationErrorByChance),
    number(metrics.calibrationSlope, 3),
  ];
}

function row(name: string, values: readonly string[]): string {
  const shown = values.map((value) => value.padStart(COLUMN_WIDTH)).join('');
  return `${name.padEnd(NAME_WIDTH)}${shown}`;
}

function number(value: number | null, decimals = 4): string {
  return value === null ? '–' : value.toFixed(decimals);
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(4)}`;
}

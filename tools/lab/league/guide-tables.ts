import type {
  BacktestReport,
  Bounds,
  Comparison,
  Group,
  Metrics,
} from '@partner-rating/ratings/backtest';
import type { KnownDifferences } from './differences.ts';

const GROUPS: Readonly<Record<Group, string>> = {
  all: 'all games',
  under10: 'somebody had fewer than 10 games',
  from10To50: 'the least experienced had 10 to 50',
  over50: 'everybody had more than 50',
  backAfter90Days: 'somebody came back after 90 days',
};

/** Returns the parts of the guide *How good are our ratings*, each between comments with its name. */
export function guideTables(report: BacktestReport, known: KnownDifferences): string {
  const { pickleball } = report.sports;
  if (pickleball === undefined) throw new Error('The league is one of pickleball.');
  const { game, match } = pickleball;
  const parts = {
    league: leagueSentences(report, game),
    games: comparisonTable(game),
    matches: comparisonTable(match),
    experience: experienceTable(game),
    calibration: calibrationTable(game),
    differences: differencesTable(known),
  };
  return Object.entries(parts)
    .map(([name, part]) => `<!-- ${name} -->\n${part}\n<!-- /${name} -->`)
    .join('\n');
}

/** Ratings, rivals and true skills on the same results. */
function comparisonTable({ ratings, rivals, truth }: Comparison): string {
  const rows: [string, Metrics][] = [
    ['**these ratings**', ratings.all],
    ...rivals.map(({ name, settings, metrics }): [string, Metrics] => [
      settings === '' ? name : `${name} (${settings})`,
      metrics.all,
    ]),
  ];
  if (truth !== null) rows.push(['who knows the true skills', truth.all]);
  return table(
    ['Predicted by', 'Log loss', 'Brier score', 'Favourite wins', 'Calibration error', 'Slope'],
    rows.map(([name, metrics]) => [name, ...cellsOf(metrics)]),
  );
}

/** Shows the quality of the ratings by experience of the players, and how much is knowable. */
function experienceTable({ ratings, slopeIntervals, knowable }: Comparison): string {
  const groups = Object.entries(GROUPS) as [Group, string][];
  return table(
    ['Games where', 'Games', 'Log loss', 'Slope (95% interval)', 'Known of what can be known'],
    groups.map(([group, name]) => {
      const { count, logLoss, calibrationSlope } = ratings[group];
      const known = knowable?.[group];
      return [
        name,
        integer(count),
        decimal(logLoss, 4),
        `${decimal(calibrationSlope, 2)}${interval(slopeIntervals[group])}`,
        known === null || known === undefined ? '–' : percent(known.share),
      ];
    }),
  );
}

/** The half of the bins in which a team is the favourite. The other half is symmetric. */
function calibrationTable({ calibration }: Comparison): string {
  return table(
    ['Chance of the favourite', 'Games', 'Mean prediction', 'Favourite won'],
    calibration
      .filter(({ from, count }) => from >= 0.5 && count > 0)
      .map(({ from, to, count, predicted, happened }) => [
        `${percent(from, 0)} to ${percent(to, 0)}`,
        integer(count),
        percent(predicted),
        percent(happened),
      ]),
  );
}

/** What is known about fixed pairs and about clubs that rarely meet. */
function differencesTable(known: KnownDifferences): string {
  const of100 = (share: number) => `${Math.round(100 * share)} of 100`;
  return table(
    ['Asked', 'Answer'],
    [
      [
        'How reliable is a prediction between two partners who only play together?',
        percent(known.pairReliability, 0),
      ],
      [
        'How many such pairs are in the right order after ten games with others?',
        of100(known.pairsInOrder),
      ],
      [
        'How many true differences within a club are in the 90% interval?',
        of100(known.coveredWithin),
      ],
      ['And between clubs that never met?', of100(known.coveredApart)],
      [
        'A closed club opens. How much of its lead do twelve weeks of guests show?',
        `${known.shownGap.toFixed(2)} of ${known.trueGap.toFixed(2)}`,
      ],
      [
        'How do ratings correlate with true skills within a club, and among all?',
        `${known.correlationWithin.toFixed(2)}, ${known.correlation.toFixed(2)}`,
      ],
    ],
  );
}

/** Two sentences: the size of the league, and the difference from the best rival. */
function leagueSentences(
  { matches, games, players }: BacktestReport,
  { difference }: Comparison,
): string {
  const size = `The league has ${integer(players)} players, ${integer(matches)} matches and ${integer(games)} games.`;
  if (difference === null) return size;
  const { rival, mean, lower, upper } = difference;
  const verb = mean < 0 ? 'less' : 'more';
  return `${size} On these games the log loss is ${decimal(Math.abs(mean), 4)} ${verb} than that of ${rival}, the best of the others (95 % interval of the difference: ${signed(lower)} to ${signed(upper)}).`;
}

function cellsOf(metrics: Metrics): string[] {
  return [
    decimal(metrics.logLoss, 4),
    decimal(metrics.brierScore, 4),
    percent(metrics.accuracy),
    decimal(metrics.calibrationError, 4),
    decimal(metrics.calibrationSlope, 2),
  ];
}

function interval(bounds: Bounds | null): string {
  return bounds === null ? '' : ` (${decimal(bounds.lower, 2)} to ${decimal(bounds.upper, 2)})`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function integer(value: number): string {
  return value.toLocaleString('en-US');
}

function decimal(value: number | null, decimals: number): string {
  return value === null ? '–' : value.toFixed(decimals);
}

function percent(value: number | null, decimals = 1): string {
  return value === null ? '–' : `${(100 * value).toFixed(decimals)}%`;
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(4)}`;
}

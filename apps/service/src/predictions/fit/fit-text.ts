import {
  type Bounds,
  FIT_NEEDS,
  type Interval,
  type JudgedParameters,
  type ParameterFit,
  type Unit,
} from '@partner-rating/ratings/backtest';
import { type DisciplineFit, disciplines, type SportFit } from './fit-sport.ts';

const UNITS: readonly (readonly [Unit, string])[] = [
  ['game', 'Who wins a game'],
  ['match', 'Who wins a match of several games'],
];

const NAME_WIDTH = 36;
const COLUMN_WIDTH = 26;

/** Returns the result of a fit as text. */
export function fitText(fit: SportFit): string[] {
  const parts = disciplines.map((discipline) => {
    const name = `${fit.sport} ${discipline}`;
    return disciplineText(name, fit[discipline]);
  });
  return [...parts.flatMap((lines) => [...lines, '']), ...LEGEND];
}

const LEGEND = [
  'Both rows predicted the same matches, each from what was played before it. Log loss: less is better; a coin has',
  '0.6931. Slope: 1 is honest, less is too sure, more not sure enough. Calibration error: how far predictions are from',
  'what happened, compared with what it would be by chance if they were right. In brackets: how far chance reaches (95 %).',
];

function disciplineText(name: string, found: DisciplineFit): string[] {
  if (found.kind === 'too_few') return [tooFewText(name, found.matches)];
  const { fit, isBetter } = found;
  const day = new Date(fit.judgedFrom).toISOString().slice(0, 10);
  return [
    `${name}: found on ${fit.matches.found} matches before ${day}, judged on ${fit.matches.judged} from then on.`,
    '',
    line('', 'in use', 'found'),
    ...parameterLines(fit),
    ...UNITS.flatMap(([unit, heading]) => unitLines(fit, unit, heading)),
    '',
    isBetter
      ? `The found parameters of ${name} predict better than those in use, beyond chance.`
      : `The found parameters of ${name} do not predict better beyond chance, so those in use stay.`,
  ];
}

function tooFewText(name: string, { found, judged }: ParameterFit['matches']): string {
  const needed = FIT_NEEDS.found + FIT_NEEDS.judged;
  return `${name}: ${found + judged} matches with a winner. A fit needs about ${needed}.`;
}

/** Explains why nothing could be fitted: how many matches each discipline has, how many a fit needs, and why. */
export function tooFewLines(fit: SportFit): string[] {
  return [
    ...disciplines.flatMap((discipline) => {
      const found = fit[discipline];
      return found.kind === 'too_few'
        ? tooFewText(`${fit.sport} ${discipline}`, found.matches)
        : [];
    }),
    `It finds parameters on ${FIT_NEEDS.found} or more of the first 60 % of a discipline, and judges them on ${FIT_NEEDS.judged} or more of`,
    'the rest. With fewer, what it finds follows chance, not the players. Only matches count that moved each of their players.',
  ];
}

function parameterLines({ today, found }: ParameterFit): string[] {
  const before = new Map<string, unknown>(Object.entries(today.parameters));
  return Object.entries(found.parameters).flatMap(([name, value]) => {
    const old = before.get(name);
    return typeof value === 'number' && typeof old === 'number'
      ? [line(name, decimal(old), decimal(value))]
      : [];
  });
}

function unitLines({ today, found, difference }: ParameterFit, unit: Unit, heading: string) {
  if (today[unit].count === 0) return [];
  const both = (name: string, cell: (judged: JudgedParameters) => string) =>
    line(name, cell(today), cell(found));
  return [
    '',
    `${heading} (${today[unit].count})`,
    both('log loss', (judged) => decimal(judged[unit].logLoss)),
    line('  found minus in use', '', interval(difference[unit])),
    both('slope', (judged) =>
      withBounds(decimal(judged[unit].calibrationSlope, 2), judged.slopeIntervals[unit]),
    ),
    both('calibration error (by chance)', ({ [unit]: metrics }) => {
      const byChance = decimal(metrics.calibrationErrorByChance);
      return `${decimal(metrics.calibrationError)} (${byChance})`;
    }),
  ];
}

function line(name: string, ...cells: string[]): string {
  return `${name.padEnd(NAME_WIDTH)}${cells.map((cell) => cell.padStart(COLUMN_WIDTH)).join('')}`.trimEnd();
}

function interval(difference: Interval | null): string {
  if (difference === null) return '–';
  const { mean, lower, upper } = difference;
  return `${signed(mean)} (${signed(lower)} to ${signed(upper)})`;
}

function withBounds(value: string, bounds: Bounds | null): string {
  return bounds === null
    ? value
    : `${value} (${decimal(bounds.lower, 2)} to ${decimal(bounds.upper, 2)})`;
}

function decimal(value: number | null, decimals = 4): string {
  return value === null ? '–' : value.toFixed(decimals);
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(4)}`;
}

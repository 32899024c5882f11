/** The amount of a day, and how many of these failed. */
interface DayAmount {
  /** A calendar date, `YYYY-MM-DD`. */
  day: string;
  amount: number;
  failures: number;
}

/** A chart with a bar for each day. Widths are in percent and heights in pixels, so that texts keep their size on a phone. */
export interface DayChart {
  title: string;
  description: string;
  height: number;
  /** The height at which the bars begin. */
  bottom: number;
  bars: Bar[];
  levels: { y: number; label: string }[];
  days: { x: number; label: string }[];
  /** The word for failures; null if the chart has none. */
  failureWords: string | null;
  columns: string[];
  rows: string[][];
}

interface Bar {
  x: number;
  width: number;
  y: number;
  height: number;
  /** The hatched part at the top. */
  failed: { y: number; height: number } | null;
}

interface DayChartWords {
  title: string;
  /** The word for the amounts, such as "requests". */
  what: string;
  /** The word for failures, such as "failed". */
  failures?: string;
}

const TOP = 12;

const PLOT = 120;

const BOTTOM = 26;

const GAP = 0.25;

const LEVELS = 2;

const dayAndMonth = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

const number = new Intl.NumberFormat('en-GB');

/** @param days In their order, without gaps. */
export function drawDays(days: readonly DayAmount[], words: DayChartWords): DayChart {
  const top = roundUp(Math.max(...days.map(({ amount }) => amount)));
  const down = (amount: number) => round(TOP + (PLOT * (top - amount)) / top);
  const bottom = TOP + PLOT;
  const width = 100 / days.length;
  const total = days.reduce((sum, { amount }) => sum + amount, 0);
  const failed = days.reduce((sum, { failures }) => sum + failures, 0);
  const last = days.at(-1);
  const label = (day: string) => dayAndMonth.format(new Date(`${day}T00:00:00Z`));
  const { title, what, failures } = words;
  return {
    title,
    description: [
      `${number.format(total)} in ${days.length} days, ${number.format(last?.amount ?? 0)} of them today`,
      ...(failures === undefined ? [] : [`${number.format(failed)} ${failures}`]),
    ].join('; '),
    height: bottom + BOTTOM,
    bottom,
    bars: days.flatMap(({ amount, failures: wrong }, index) =>
      amount === 0
        ? []
        : [
            {
              x: round(width * (index + GAP / 2)),
              width: round(width * (1 - GAP)),
              y: down(amount),
              height: round(bottom - down(amount)),
              failed:
                wrong === 0
                  ? null
                  : { y: down(amount), height: Math.max(2, round(down(0) - down(wrong))) },
            },
          ],
    ),
    levels: Array.from({ length: LEVELS + 1 }, (_, index) => {
      const amount = (top * index) / LEVELS;
      return { y: down(amount), label: number.format(amount) };
    }),
    days: [0, Math.floor((days.length - 1) / 2), days.length - 1].map((index) => ({
      x: round(width * (index + 0.5)),
      label: label(days[index]?.day ?? ''),
    })),
    failureWords: failures ?? null,
    columns: ['Day', capital(what), ...(failures === undefined ? [] : [capital(failures)])],
    rows: days
      .map((one) => [
        label(one.day),
        number.format(one.amount),
        ...(failures === undefined ? [] : [number.format(one.failures)]),
      ])
      .toReversed(),
  };
}

/** The next round number with a whole half, so that every level is a whole number. */
function roundUp(amount: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, amount)));
  const factor = [1, 2, 4, 6, 8, 10].find((one) => one * power >= amount) ?? 10;
  return Math.max(2, factor * power);
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function round(value: number): number {
  return Math.round(100 * value) / 100;
}

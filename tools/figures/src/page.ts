import { goalText, type RecordedFigure, reachesGoal, valueText } from './report-figure.ts';

/** What a benchmark ran on. */
export interface Machine {
  processor: string;
  cores: number;
  memoryBytes: number;
  system: string;
  node: string;
  /** Null if the benchmark uses none. */
  postgres: string | null;
}

/** The figures of one benchmark, as one run measured them. */
export interface Section {
  benchmark: string;
  /** The date, such as 2026-11-29. */
  date: string;
  commit: string;
  machine: Machine;
  figures: RecordedFigure[];
}

/**
 * Groups what benchmarks recorded. Also returns the benchmarks without figures, and those with a figure that was not
 * measured, which have no section.
 *
 * @param recorded - the content of the file that BENCH_FIGURES named.
 */
export function sectionsOf(
  recorded: string,
  benchmarks: readonly string[],
  measured: (benchmark: string) => Omit<Section, 'benchmark' | 'figures'>,
): { sections: Section[]; missing: string[] } {
  const lines = recorded.split('\n').filter((line) => line !== '');
  // JSON has no NaN, which is the value of a figure that was not measured.
  const all = lines.map((line) => JSON.parse(line) as RecordedFigure & { value: number | null });
  const sections = benchmarks.map((benchmark) => ({
    benchmark,
    ...measured(benchmark),
    figures: all.filter((figure) => figure.benchmark === benchmark),
  }));
  const isComplete = ({ figures }: { figures: readonly { value: number | null }[] }) =>
    figures.length > 0 && figures.every(({ value }) => value !== null);
  return {
    sections: sections.filter(isComplete),
    missing: sections.filter((section) => !isComplete(section)).map((one) => one.benchmark),
  };
}

/** Replaces the sections of an earlier page that were measured again. Orders them like the benchmarks. */
export function replaceSections(
  earlier: readonly Section[],
  measured: readonly Section[],
  benchmarks: readonly string[],
): Section[] {
  const newest = new Map([...earlier, ...measured].map((section) => [section.benchmark, section]));
  return benchmarks.flatMap((benchmark) => newest.get(benchmark) ?? []);
}

/** Returns the page in Markdown. Names the benchmarks that have no section. */
export function renderPage(sections: readonly Section[], benchmarks: readonly string[]): string {
  const figures = sections.flatMap((section) => section.figures);
  const withGoal = figures.filter(({ goal }) => goal !== undefined);
  const missed = withGoal.filter((figure) => !reachesGoal(figure));
  const present = new Set(sections.map(({ benchmark }) => benchmark));
  const absent = benchmarks.filter((benchmark) => !present.has(benchmark));
  const parts = [
    '# Figures',
    '`npx -y pnpm@12 run bench:page` measures these figures and writes this page. Do not edit it.\n' +
      'Most figures are ratios of two things that one run measured side by side. [The benchmarks](../tools/lab/bench/README.md)\n' +
      'say what each benchmark measures.',
    `${figures.length} figures. ${withGoal.length} have a goal, and ${missed.length} of these miss it.`,
    ...(absent.length === 0 ? [] : [`Not measured yet: ${absent.map(code).join(', ')}.`]),
    ...sections.flatMap(renderSection),
  ];
  return `${parts.join('\n\n')}\n`;
}

function renderSection({ benchmark, date, commit, machine, figures }: Section): string[] {
  const members = figures.find((figure) => figure.members)?.members;
  const conditions = [
    date,
    `commit ${code(commit)}`,
    ...(members === undefined ? [] : [`${members} members`]),
    machine.processor,
    `${machine.cores} cores`,
    `${(machine.memoryBytes / 2 ** 30).toFixed(1)} GB of memory`,
    machine.system,
    `Node ${machine.node}`,
    ...(machine.postgres === null ? [] : [`PostgreSQL ${machine.postgres}`]),
  ];
  const groups = Map.groupBy(figures, ({ group }) => group ?? '');
  return [
    `## ${benchmark}`,
    `${conditions.join(', ')}.`,
    ...[...groups].flatMap(([group, all]) => [
      ...(group === '' ? [] : [`### ${group}`]),
      ['| Figure | Value | Goal |', '|---|---|---|', ...all.map(renderRow)].join('\n'),
    ]),
  ];
}

function renderRow(figure: RecordedFigure): string {
  const value = valueText(figure.value);
  const shown = reachesGoal(figure) ? value : `**${value}, missed**`;
  return `| ${escapeCell(figure.name)} | ${shown} | ${goalText(figure)} |`;
}

const code = (text: string) => `\`${text}\``;

const escapeCell = (text: string) => text.replaceAll(/[\\|*_<>`[\]]/g, String.raw`\$&`);

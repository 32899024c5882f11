import { expect, it } from 'vitest';
import { renderPage, replaceSections, type Section, sectionsOf } from './page.ts';

const benchmarks = ['client', 'reads', 'rank', 'fold'];

const machine = {
  processor: 'AMD EPYC',
  cores: 2,
  memoryBytes: 16 * 2 ** 30,
  system: 'Debian GNU/Linux 12',
  node: '24.21.0',
  postgres: null,
};

const earlier: Section[] = ['client', 'reads'].map((benchmark) => ({
  benchmark,
  date: '2026-11-01',
  commit: 'aaaaaaa',
  machine,
  figures: [{ benchmark, name: 'service / peer', value: 0.5, goal: { atLeast: 0.4 } }],
}));

const recorded = [
  { benchmark: 'reads', name: 'reads | peer', value: 0.912, goal: { atLeast: 0.8 }, members: 1000 },
  {
    ...{ benchmark: 'reads', group: 'One read', name: 'p99 / peer', value: 1.31, members: 1000 },
    goal: { atMost: 1.2 },
  },
  {
    ...{ benchmark: 'reads', name: 'bytes', value: 612, members: 1000 },
    ...{ goal: { atMost: 500 }, goalFrom: 1_000_000 },
  },
  { benchmark: 'rank', name: 'not measured', value: Number.NaN },
];
const text = recorded.map((figure) => `${JSON.stringify(figure)}\n`).join('');
const measured = () => ({
  date: '2026-11-29',
  commit: 'bbbbbbb',
  machine: { ...machine, postgres: '15.18' },
});

it('the page shows each figure next to its goal, with machine, date, and commit, and marks what misses', () => {
  const { sections } = sectionsOf(text, ['reads'], measured);
  const page = renderPage(replaceSections(earlier, sections, benchmarks), benchmarks);
  expect(page).toContain('4 figures. 4 have a goal, and 1 of these miss it.');
  expect(page).toContain('Not measured yet: `rank`, `fold`.');
  expect(page.slice(page.indexOf('## '))).toBe(`## client

2026-11-01, commit \`aaaaaaa\`, AMD EPYC, 2 cores, 16.0 GB of memory, Debian GNU/Linux 12, Node 24.21.0.

| Figure | Value | Goal |
|---|---|---|
| service / peer | 0.500 | at least 0.4 |

## reads

2026-11-29, commit \`bbbbbbb\`, 1000 members, AMD EPYC, 2 cores, 16.0 GB of memory, Debian GNU/Linux 12, Node 24.21.0, PostgreSQL 15.18.

| Figure | Value | Goal |
|---|---|---|
| reads \\| peer | 0.912 | at least 0.8 |
| bytes | 612 | at most 500, from 1000000 members on |

### One read

| Figure | Value | Goal |
|---|---|---|
| p99 / peer | **1.310, missed** | at most 1.2 |
`);
});

it('a benchmark without a figure, or with one that was not measured, is missing, and has no section', () => {
  const { sections, missing } = sectionsOf(text, ['reads', 'rank', 'fold'], measured);
  expect(sections.map(({ benchmark }) => benchmark)).toEqual(['reads']);
  expect(missing).toEqual(['rank', 'fold']);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignColumns, pairReports, type Report } from './pair-reports.ts';

const HOUR = 60 * 60 * 1_000;

const applications = ['club-one', 'club-two', 'desk'];

function report(matchId: string, rest: Partial<Report> = {}): Report {
  const day = '2026-09-12';
  const [applicationId = '', identifier = ''] = matchId.split('/');
  const days = { moment: null, firstDay: day, lastDay: day };
  return { matchId, applicationId, identifier, ...days, ...rest };
}

function at(time: string): Partial<Report> {
  return { moment: new Date(`2026-09-12T${time}:00Z`) };
}

/** Returns the reports that belong together. */
function groups(reports: readonly Report[]): string[][] {
  const counted = [...pairReports(reports)];
  return [...Map.groupBy(counted, ([, countedAs]) => countedAs).values()]
    .map((group) => group.map(([matchId]) => matchId).toSorted())
    .toSorted();
}

/** A match on one of three days, in the reports of all applications: by its time in some zone, or by its day. */
const played = fc.record({
  time: fc.integer({ min: 0, max: 3 * 24 * 60 - 1 }),
  forms: fc.tuple(...applications.map(() => fc.constantFrom('offset', 'utc', 'date'))),
});

const venueOffset = -6 * HOUR;

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

function reportsOf(matches: readonly { time: number; forms: string[] }[]): Report[] {
  return matches.flatMap(({ time, forms }, index) =>
    applications.map((applicationId, which) => {
      const local = Date.parse('2026-09-12T00:00:00Z') + time * 60_000;
      const moment = new Date(local - venueOffset);
      const onDay = { firstDay: dayOf(local), lastDay: dayOf(local) };
      const somewhere = {
        firstDay: dayOf(moment.getTime() - 12 * HOUR),
        lastDay: dayOf(moment.getTime() + 14 * HOUR),
      };
      const days = {
        offset: { moment, ...onDay },
        utc: { moment, ...somewhere },
        date: { moment: null, ...onDay },
      }[forms[which] ?? 'date'];
      return report(`${applicationId}/${index}`, days);
    }),
  );
}

describe('reports of a match', () => {
  it('are as many matches as were played, if they are complete', () => {
    fc.assert(
      fc.property(fc.array(played, { minLength: 1, maxLength: 5 }), (matches) => {
        expect(groups(reportsOf(matches))).toHaveLength(matches.length);
      }),
      { numRuns: 2_000 },
    );
  });

  it('belong together in any order of arrival', () => {
    const shuffled = fc.array(played, { minLength: 1, maxLength: 5 }).chain((matches) => {
      const reports = reportsOf(matches);
      const missing = fc.subarray(reports);
      return missing.chain((some) =>
        fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length })),
      );
    });
    fc.assert(
      fc.property(shuffled, ([reports, others]) => {
        expect(groups(others)).toEqual(groups(reports));
        const sorted = (found: ReadonlyMap<string, string>) => [...found].toSorted();
        expect(sorted(pairReports(others))).toEqual(sorted(pairReports(reports)));
      }),
    );
  });

  it('are different matches if one application sends both, even if they are equal', () => {
    expect(groups([report('club/1'), report('club/2'), report('club/3')])).toHaveLength(3);
  });

  it('belong to the nearest time', () => {
    const reports = [
      report('club/1', at('10:00')),
      report('club/2', at('19:30')),
      report('desk/1', at('19:00')),
    ];
    expect(groups(reports)).toEqual([['club/1'], ['club/2', 'desk/1']]);
  });

  it('by date match any time of the day', () => {
    const reports = [report('club/1', at('10:00')), report('desk/1'), report('desk/2')];
    expect(groups(reports)).toHaveLength(2);
  });

  it('of different days are different matches', () => {
    const next = { firstDay: '2026-09-13', lastDay: '2026-09-13' };
    expect(groups([report('club/1'), report('desk/1', next)])).toHaveLength(2);
  });

  it('count by the one with the most exact time', () => {
    const wide = { ...at('10:00'), firstDay: '2026-09-11' };
    const reports = [report('a/1'), report('b/1', wide), report('c/1', at('10:05'))];
    expect(new Set(pairReports(reports).values())).toEqual(new Set(['c/1']));
  });
});

function sum(costs: readonly number[][], assigned: ReadonlyMap<number, number>): number {
  return [...assigned].reduce((total, [row, column]) => total + (costs[row]?.[column] ?? 0), 0);
}

/** Finds the minimal sum by trying everything. */
function minimalSum(costs: readonly number[][], taken: readonly number[] = []): number {
  const [row, ...rest] = costs;
  if (row === undefined) return 0;
  const choices = row.flatMap((cost, column) =>
    taken.includes(column) ? [] : cost + minimalSum(rest, [...taken, column]),
  );
  return Math.min(...choices);
}

it('assigns rows to columns at minimal cost', () => {
  const matrices = fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 2 }))
    .chain(([rows, more]) =>
      fc.array(fc.array(fc.nat(20), { minLength: rows + more, maxLength: rows + more }), {
        minLength: rows,
        maxLength: rows,
      }),
    );
  fc.assert(
    fc.property(matrices, (costs) => {
      const assigned = assignColumns(costs);
      expect(assigned.size).toBe(costs.length);
      expect(new Set(assigned.values()).size).toBe(costs.length);
      expect(sum(costs, assigned)).toBe(minimalSum(costs));
    }),
  );
});

it('leaves rows without a column if there are more rows', () => {
  expect(assignColumns([[3], [1], [2]])).toEqual(new Map([[1, 0]]));
  expect(assignColumns([])).toEqual(new Map());
});

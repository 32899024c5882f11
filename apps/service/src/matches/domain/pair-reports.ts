// Groups the reports of several applications that are about one match.

import type { CountableReport, ReportedDays } from '../store/reports.ts';

/** A report of a match, for comparison with others of the same players and games. */
export type Report = ReportedDays &
  Pick<CountableReport, 'matchId' | 'applicationId' | 'identifier'>;

interface Group {
  reports: Report[];
  firstDay: string;
  lastDay: string;
}

const DAY = 24 * 60 * 60 * 1_000;

// Times that are further apart suggest one match less than a date does.
const DATE_DISTANCE = 30 * 60 * 1_000;

// More than the sum of all distances among the compared reports.
const MISFIT = 1_000 * DAY;

// Nobody plays so many equal matches. Further ones are not compared, so that no application can make others wait.
const MAXIMUM_COMPARED = 50;

const MAXIMUM_ORDERS = 24;

/**
 * Groups the reports of one match: reports with the same players and games, at most one of each application, on
 * the same day, as many as possible and then the nearest times. The result depends only on the reports, not on
 * their order of arrival.
 * @returns for each report, by its match, the match of the report that counts: itself, or the one that it repeats.
 */
export function pairReports(reports: readonly Report[]): Map<string, string> {
  const countedAs = new Map<string, string>();
  for (const sameDays of inSeparateDays(reports)) {
    for (const group of groupsOf(sameDays)) {
      const [counted] = group.toSorted(byPrecision);
      for (const { matchId } of group) countedAs.set(matchId, counted?.matchId ?? matchId);
    }
  }
  return countedAs;
}

/** Splits reports into parts such that no report can belong to one in another part. */
function inSeparateDays(reports: readonly Report[]): Report[][] {
  const parts: Report[][] = [];
  let lastDay = '';
  for (const report of reports.toSorted(inOrder)) {
    if (report.firstDay > lastDay) parts.push([]);
    parts.at(-1)?.push(report);
    if (report.lastDay > lastDay) lastDay = report.lastDay;
  }
  return parts;
}

function groupsOf(reports: readonly Report[]): Report[][] {
  const timed = (ofApplication: readonly Report[]) =>
    ofApplication.filter(({ moment }) => moment !== null).length;
  // Times separate matches best, so they come first.
  const byApplication = [...Map.groupBy(reports, ({ applicationId }) => applicationId)].toSorted(
    ([one, ofOne], [other, ofOther]) =>
      timed(ofOther) - timed(ofOne) || ofOther.length - ofOne.length || compare(one, other),
  );
  // If all reports are complete, there are as many matches as one application has reports. If this order finds more matches,
  // another order may find fewer.
  const min = Math.max(...byApplication.map(([, { length }]) => length));
  let best: Group[] | null = null;
  let tried = 0;
  for (const order of ordersOf(byApplication.map(([, ofApplication]) => ofApplication))) {
    const groups: Group[] = [];
    for (const ofApplication of order) addApplication(groups, ofApplication);
    if (best === null || groups.length < best.length) best = groups;
    tried += 1;
    if (best.length === min || tried === MAXIMUM_ORDERS) break;
  }
  return (best ?? []).map((group) => group.reports);
}

/** Returns all orders of these items, the given one first. */
function* ordersOf<Item>(items: readonly Item[]): Generator<Item[]> {
  if (items.length <= 1) yield [...items];
  else {
    for (const [index, first] of items.entries()) {
      for (const rest of ordersOf(items.toSpliced(index, 1))) yield [first, ...rest];
    }
  }
}

/** Puts each report of an application into a matching group of others, or begins a group with it. */
function addApplication(groups: Group[], ofApplication: readonly Report[]): void {
  const compared = ofApplication.slice(0, MAXIMUM_COMPARED);
  const groupOf = matching(compared, groups.slice(0, MAXIMUM_COMPARED));
  for (const [index, report] of ofApplication.entries()) {
    const group = groups[groupOf.get(index) ?? -1];
    if (group === undefined) {
      groups.push({ reports: [report], firstDay: report.firstDay, lastDay: report.lastDay });
      continue;
    }
    group.reports.push(report);
    if (report.firstDay > group.firstDay) group.firstDay = report.firstDay;
    if (report.lastDay < group.lastDay) group.lastDay = report.lastDay;
  }
}

/** Assigns a group to as many reports as possible, as near as possible in total. */
function matching(reports: readonly Report[], groups: readonly Group[]): Map<number, number> {
  const distances = reports.map((report) => groups.map((group) => distanceOf(report, group)));
  const costs = distances.map((row) => row.map((distance) => distance ?? MISFIT));
  return new Map(
    [...assignColumns(costs)].filter(([report, group]) => distances[report]?.[group] != null),
  );
}

/** Returns null if the report does not match the group. A date matches any time of its day. */
function distanceOf(report: Report, group: Group): number | null {
  if (report.firstDay > group.lastDay || report.lastDay < group.firstDay) return null;
  const { moment } = report;
  const distances = group.reports.flatMap((other) =>
    moment === null || other.moment === null
      ? []
      : Math.abs(other.moment.getTime() - moment.getTime()),
  );
  if (distances.some((distance) => distance >= DAY)) return null;
  return distances.length === 0 ? DATE_DISTANCE : Math.min(...distances);
}

function inOrder(one: Report, other: Report): number {
  return (
    compare(one.firstDay, other.firstDay) ||
    timeOf(one) - timeOf(other) ||
    compare(one.lastDay, other.lastDay) ||
    byName(one, other)
  );
}

/** Sorts the report with the most exact time first. */
function byPrecision(one: Report, other: Report): number {
  return (
    Number(one.moment === null) - Number(other.moment === null) ||
    daysOf(one) - daysOf(other) ||
    byName(one, other)
  );
}

function byName(one: Report, other: Report): number {
  return (
    compare(one.applicationId, other.applicationId) || compare(one.identifier, other.identifier)
  );
}

function timeOf({ moment, firstDay }: Report): number {
  return moment?.getTime() ?? Date.parse(firstDay);
}

function daysOf({ firstDay, lastDay }: Report): number {
  return Date.parse(lastDay) - Date.parse(firstDay);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/**
 * Assigns each row its own column so that the sum of the costs is minimal. It is the Hungarian method, whose time grows
 * with the third power of the size. If there are more rows than columns, some rows get none.
 */
export function assignColumns(costs: readonly (readonly number[])[]): Map<number, number> {
  const rows = costs.length;
  const columns = costs[0]?.length ?? 0;
  if (rows > columns) {
    const turned = Array.from({ length: columns }, (_, column) =>
      costs.map((row) => row[column] ?? 0),
    );
    return new Map([...assignColumns(turned)].map(([column, row]) => [row, column]));
  }
  // The common part of the costs of each row and column. Column 0 means none.
  const ofRow = new Float64Array(rows);
  const ofColumn = new Float64Array(columns + 1);
  const rowAt = new Int32Array(columns + 1).fill(-1);
  for (let row = 0; row < rows; row += 1) {
    const before = new Int32Array(columns + 1);
    const slack = new Float64Array(columns + 1).fill(Number.POSITIVE_INFINITY);
    const isDone = new Uint8Array(columns + 1);
    let column = 0;
    rowAt[0] = row;
    while (rowAt[column] !== -1) {
      isDone[column] = 1;
      const at = rowAt[column] ?? 0;
      let next = 0;
      let step = Number.POSITIVE_INFINITY;
      for (let other = 1; other <= columns; other += 1) {
        if (isDone[other] === 1) continue;
        const cost = (costs[at]?.[other - 1] ?? 0) - (ofRow[at] ?? 0) - (ofColumn[other] ?? 0);
        if (cost < (slack[other] ?? 0)) {
          slack[other] = cost;
          before[other] = column;
        }
        if ((slack[other] ?? 0) < step) {
          step = slack[other] ?? 0;
          next = other;
        }
      }
      for (let other = 0; other <= columns; other += 1) {
        if (isDone[other] === 1) {
          const held = rowAt[other] ?? 0;
          ofRow[held] = (ofRow[held] ?? 0) + step;
          ofColumn[other] = (ofColumn[other] ?? 0) - step;
        } else {
          slack[other] = (slack[other] ?? 0) - step;
        }
      }
      column = next;
    }
    while (column !== 0) {
      const previous = before[column] ?? 0;
      rowAt[column] = rowAt[previous] ?? -1;
      column = previous;
    }
  }
  const assigned: [number, number][] = [];
  for (let column = 1; column <= columns; column += 1) {
    const row = rowAt[column] ?? -1;
    if (row !== -1) assigned.push([row, column - 1]);
  }
  return new Map(assigned);
}

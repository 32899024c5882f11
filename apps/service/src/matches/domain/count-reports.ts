// Several applications may report one match. This file decides which of the reports counts, and which players it moves.

import type { CountableReport, ReportedDays, StoredReport, Uncounted } from '../store/reports.ts';
import { pairReports } from './pair-reports.ts';

/** A report, for comparison with those of its own application with the same players and games. */
type OwnReport = ReportedDays & Pick<CountableReport, 'event' | 'bracket'>;

const MINUTES_APART = 30;

/**
 * Returns whether a report of a later request may be of a match that its application reported before: a player or a program may
 * have sent it twice. Both have the same players and games.
 */
function isPossibleDuplicate(later: OwnReport, earlier: OwnReport): boolean {
  if (later.firstDay > earlier.lastDay || later.lastDay < earlier.firstDay) return false;
  if (differ(later.event, earlier.event) || differ(later.bracket, earlier.bracket)) return false;
  if (later.moment === null || earlier.moment === null) return true;
  const apart = Math.abs(later.moment.getTime() - earlier.moment.getTime());
  return apart <= MINUTES_APART * 60_000;
}

function differ(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}

/** Whether a report counts. */
interface Counting {
  uncounted: Uncounted | null;
  /** The players that it moves. Empty if it does not count. */
  moved: ReadonlySet<string>;
}

/** A report with a changed state. */
export interface Recounted {
  report: CountableReport;
  before: Counting | null;
  /** Null if it was voided. */
  after: Counting | null;
  /** The players whose part of the ledger changed. A player whose rating the new report changes is not among them. */
  moved: readonly string[];
}

const NOBODY: ReadonlySet<string> = new Set();

/** Returns how the stored reports count. */
export function storedCounting(reports: readonly StoredReport[]): Map<string, Counting> {
  const uncountedOf = new Map(reports.map((report) => [report.matchId, uncountedNow(report)]));
  return countingOf(reports, (report) => uncountedOf.get(report.matchId) ?? null);
}

/** Returns how reports should count. `held` maps each possible duplicate to the report that it may repeat. */
export function countReports(
  reports: readonly CountableReport[],
  held: ReadonlyMap<string, string>,
): Map<string, Counting> {
  const open = reports.filter(({ matchId }) => !held.has(matchId));
  const countedAs = new Map<string, string>();
  for (const same of Map.groupBy(open, ({ fingerprint }) => fingerprint).values()) {
    for (const [matchId, counted] of pairReports(same)) countedAs.set(matchId, counted);
  }
  return countingOf(reports, ({ matchId }) => {
    const possible = held.get(matchId);
    if (possible !== undefined) return { reason: 'held', otherMatchId: possible };
    const counted = countedAs.get(matchId) ?? matchId;
    return counted === matchId ? null : { reason: 'repeated', otherMatchId: counted };
  });
}

/** Returns the reports that count differently than before, in the order of `reports`, which has all old and new ones. */
export function recounted(
  reports: readonly CountableReport[],
  before: ReadonlyMap<string, Counting>,
  after: ReadonlyMap<string, Counting>,
): Recounted[] {
  return reports.flatMap((report) => {
    const was = before.get(report.matchId) ?? null;
    const is = after.get(report.matchId) ?? null;
    const moved = changed(was, is);
    const isSame = was !== null && is !== null && isSameUncounted(was.uncounted, is.uncounted);
    return isSame && moved.length === 0 ? [] : { report, before: was, after: is, moved };
  });
}

/** Returns the nearest earlier report of the same application that this one may repeat, or null. */
export function possibleDuplicateOf(
  later: OwnReport,
  earlier: readonly CountableReport[],
): string | null {
  const distance = ({ moment }: OwnReport) =>
    moment === null || later.moment === null
      ? Number.MAX_VALUE
      : Math.abs(moment.getTime() - later.moment.getTime());
  const [nearest] = earlier
    .filter((one) => isPossibleDuplicate(later, one))
    .toSorted((one, other) => distance(one) - distance(other));
  return nearest?.matchId ?? null;
}

/** Returns the held reports among the stored ones, each with the report that it may repeat. */
export function heldAmong(reports: readonly StoredReport[]): Map<string, string> {
  return new Map(
    reports.flatMap(({ matchId, reason, otherMatchId }) =>
      reason === 'held' && otherMatchId !== null ? [[matchId, otherMatchId] as const] : [],
    ),
  );
}

/**
 * Returns the reports that became equal to an earlier report of their application because a ghost (a member without an
 * account) was claimed, each with that earlier report. Both lists are in the order of arrival.
 */
export function heldByClaim(
  before: readonly StoredReport[],
  after: readonly StoredReport[],
): Map<string, string> {
  const fingerprintBefore = new Map(before.map((report) => [report.matchId, report.fingerprint]));
  const wereSame = (one: StoredReport, other: StoredReport) =>
    fingerprintBefore.get(one.matchId) === fingerprintBefore.get(other.matchId);
  return new Map(
    after.flatMap((report, index) => {
      const earlier = after.slice(0, index).filter((one) => {
        const isOwn = one.applicationId === report.applicationId && one.batchId !== report.batchId;
        return isOwn && one.fingerprint === report.fingerprint && !wereSame(one, report);
      });
      const possible = possibleDuplicateOf(report, earlier);
      return possible === null ? [] : [[report.matchId, possible] as const];
    }),
  );
}

function uncountedNow({ reason, otherMatchId }: StoredReport): Uncounted | null {
  return reason === null || otherMatchId === null ? null : { reason, otherMatchId };
}

function countingOf<Of extends CountableReport>(
  reports: readonly Of[],
  uncountedOf: (report: Of) => Uncounted | null,
): Map<string, Counting> {
  const uncounted = new Map(reports.map((report) => [report.matchId, uncountedOf(report)]));
  const reportsOf = Map.groupBy(
    reports.filter(({ matchId }) => uncounted.get(matchId)?.reason !== 'held'),
    ({ matchId }) => uncounted.get(matchId)?.otherMatchId ?? matchId,
  );
  return new Map(
    reports.map(({ matchId }) => {
      const why = uncounted.get(matchId) ?? null;
      const moved = why === null ? movedBy(reportsOf.get(matchId) ?? []) : NOBODY;
      return [matchId, { uncounted: why, moved }] as const;
    }),
  );
}

/** Returns the players that a match moves by all its reports. A player's own answer overrides the reports. */
function movedBy(reports: readonly CountableReport[]): ReadonlySet<string> {
  const confirmed = reports.flatMap((report) => report.confirmed);
  const denied = new Set(reports.flatMap((report) => report.denied));
  const reported = reports.flatMap((report) => report.reported);
  return new Set([...confirmed, ...reported.filter((memberId) => !denied.has(memberId))]);
}

/** Returns all players that the report moves or moved, if they are not the same players before and after. */
function changed(before: Counting | null, after: Counting | null): string[] {
  const was = before?.moved ?? NOBODY;
  const is = after?.moved ?? NOBODY;
  const players = new Set([...was, ...is]);
  const isSame = players.size === was.size && players.size === is.size;
  return isSame ? [] : [...players].toSorted();
}

function isSameUncounted(one: Uncounted | null, other: Uncounted | null): boolean {
  return one?.reason === other?.reason && one?.otherMatchId === other?.otherMatchId;
}

import type { CountableReport, StoredReport } from '../store/reports.ts';
import {
  countReports,
  heldAmong,
  type Recounted,
  recounted,
  storedCounting,
} from './count-reports.ts';
import type { LedgerEntry } from './ledger-entries.ts';

/** New matches beside what is stored of the same players and games. */
export interface CountedEntries {
  /** The entries, with why one does not count. */
  entries: LedgerEntry[];
  /** What counts otherwise than before, without the entries that are to be rated at once. */
  changes: Recounted[];
  /** The entries that count and are rated by a settlement, as other reports of the match are stored. */
  dueIds: ReadonlySet<string>;
}

export interface CountingFacts {
  applicationId: string;
  reports: readonly StoredReport[];
}

/** Decides which of the new matches count. A match without a game that counts has no other report. */
export function countEntries(
  entries: readonly LedgerEntry[],
  { applicationId, reports }: CountingFacts,
): CountedEntries {
  const added = entries.flatMap((entry) => reportOf(entry, applicationId) ?? []);
  const all: CountableReport[] = [...reports, ...added];
  const held = heldAmong(reports);
  for (const { id, uncounted } of entries) {
    if (uncounted !== null) held.set(id, uncounted.otherMatchId);
  }
  const after = countReports(all, held);
  const changes = recounted(all, storedCounting(reports), after);
  const addedIds = new Set(added.map(({ matchId }) => matchId));
  const repeated = new Set(
    [...after.values()].flatMap(({ uncounted }) =>
      uncounted?.reason === 'repeated' ? uncounted.otherMatchId : [],
    ),
  );
  const isAtOnce = ({ report: { matchId }, after: counting }: Recounted) =>
    addedIds.has(matchId) && counting?.uncounted === null && !repeated.has(matchId);
  const isDue = (change: Recounted) =>
    addedIds.has(change.report.matchId) && change.after?.uncounted === null && !isAtOnce(change);
  return {
    entries: entries.map((entry) => ({
      ...entry,
      uncounted: after.get(entry.id)?.uncounted ?? null,
    })),
    changes: changes.filter((change) => !isAtOnce(change)),
    dueIds: new Set(changes.filter(isDue).map(({ report }) => report.matchId)),
  };
}

function reportOf(
  { id, identifier, fingerprint, days, sport, matchDate, content, teams, unrated }: LedgerEntry,
  applicationId: string,
): CountableReport | null {
  if (fingerprint === null) return null;
  return {
    matchId: id,
    applicationId,
    identifier,
    fingerprint,
    moment: days.moment,
    firstDay: days.firstDay,
    lastDay: days.lastDay,
    event: content.event,
    bracket: content.bracket,
    sport,
    matchDate,
    // Nobody knows it before the match is stored.
    arrival: 0,
    reported: teams.flat().filter((memberId) => !unrated.has(memberId)),
    confirmed: [],
    denied: [],
  };
}

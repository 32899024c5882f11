import {
  type AuditedLedger,
  auditRatings,
  type LedgerProgress,
} from '../../ratings/audit-ratings.ts';
import { describeFinding, type Finding } from '../../ratings/domain/rating-differences.ts';
import { type RebuiltSport, rebuildRatings } from '../../ratings/rebuild-ratings.ts';
import { counted } from '../terminal.ts';
import { MAX_FINDINGS } from './log-differences.ts';
import type { JobContext, JobOutcome } from './run-job.ts';

// As many as fit on a screen.
const SHOWN_FINDINGS = 50;

/** Recomputes all ratings and lists what differs. */
export async function runAudit({
  dependencies,
  onProgress,
  differences,
  isBesideRequests,
}: JobContext): Promise<JobOutcome> {
  const shown: string[] = [];
  const audited = await auditRatings(dependencies, {
    onProgress: ledgerProgress(onProgress),
    onFinding: (finding: Finding) => {
      if (shown.length < SHOWN_FINDINGS) shown.push(describeFinding(finding));
    },
    storeFindings: differences.addFindings,
    isBesideRequests,
  });
  const { findings } = audited;
  return {
    summary: [...shown, ...describeAudit(audited, shown.length)],
    result: { ...audited },
    problem:
      findings === 0
        ? null
        : `${counted(findings, 'difference was', 'differences were')} found. \`ratings rebuild\` corrects the ratings.`,
  };
}

function describeAudit({ matches, findings, due }: AuditedLedger, shown: number): string[] {
  const listed = findings > MAX_FINDINGS ? `the first ${MAX_FINDINGS}` : 'all of them';
  const lines: string[] = [];
  if (findings > shown) {
    lines.push(`… and ${findings - shown} more: \`job differences\` lists ${listed}.`);
  }
  if (due > 0) {
    lines.push(
      `${counted(due, 'late result or correction waits', 'late results and corrections wait')} to be settled by the service. The ratings that depend on them were not checked.`,
    );
  }
  if (findings === 0) {
    lines.push(
      `${counted(matches, 'match', 'matches')} checked. The ratings follow from the ledger.`,
    );
  }
  return lines;
}

/** Rates the whole ledger again; with `dryRun` it only lists the changes. */
export async function runRebuild(
  { dependencies, signal, onProgress, differences, isBesideRequests }: JobContext,
  { dryRun }: { dryRun: boolean },
): Promise<JobOutcome> {
  const sports = await rebuildRatings(dependencies, {
    dryRun,
    signal,
    isBesideRequests,
    onProgress: ledgerProgress(onProgress),
    ...(dryRun && { storeMoves: differences.addMoves }),
  });
  return {
    summary: [
      ...sports.flatMap((rebuilt) => describeRebuild(rebuilt, dryRun)),
      ...(dryRun ? [DRY_RUN] : []),
    ],
    result: { dryRun, sports },
  };
}

/** The last line of every dry run. */
export const DRY_RUN = 'This was a dry run: nothing was stored.';

/** Reports the progress of reading the ledger. */
export function ledgerProgress(
  onProgress: JobContext['onProgress'],
): (progress: LedgerProgress) => void {
  return ({ sport, done, total }) =>
    onProgress({ done, total, text: `${sport}: ${done} of ${counted(total, 'match', 'matches')}` });
}

/** Describes the changes of a rebuild of a sport. */
export function describeRebuild(
  { sport, matches, steps, ratings, moves }: RebuiltSport,
  dryRun: boolean,
): string[] {
  const changed = `${counted(ratings, 'rating', 'ratings')} and ${counted(steps, 'step', 'steps')}`;
  const verb = dryRun ? 'would change' : 'changed';
  const first = `${sport}: ${changed} ${verb}, of ${counted(matches, 'match', 'matches')}.`;
  if (moves.moved === 0) return [first];
  const { moved, median, ninetiethPercentile, furthest } = moves;
  const move = dryRun ? 'would move' : 'moved';
  return [
    first,
    `  Main ratings: ${moved} ${move}, half of them by at most ${median.toFixed(3)}, nine of ten by at most ${ninetiethPercentile.toFixed(3)}. Furthest:`,
    ...furthest.map(
      ({ memberId, before, after }) =>
        `  ${memberId} from ${before?.toFixed(3)} to ${after?.toFixed(3)}`,
    ),
  ];
}

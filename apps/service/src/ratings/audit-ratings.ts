import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { readSnapshot } from '../platform/database/read-snapshot.ts';
import { compareWithLedger } from './compare-with-ledger.ts';
import type { Finding } from './domain/finding.ts';
import { currentModel, type RatingModel } from './domain/rating-model.ts';
import { countDue } from './settlement/store/due-positions.ts';
import { countLedger } from './store/ledger.ts';

/** How far the ledger of a sport has been gone through. */
export interface LedgerProgress {
  sport: string;
  done: number;
  total: number;
}

export interface AuditOptions {
  onFinding: (finding: Finding) => void;
  onProgress?: (progress: LedgerProgress) => void;
  model?: RatingModel;
}

export interface AuditSummary {
  matches: number;
  findings: number;
  /** How many late results and corrections wait to be settled. What they reach is no finding. */
  due: number;
}

/** Recomputes all ratings from the ledger, as of one moment, and returns every difference. */
export async function auditRatings(
  { database }: Pick<Dependencies, 'database'>,
  { onFinding, onProgress, model = currentModel }: AuditOptions,
): Promise<AuditSummary> {
  return await readSnapshot(database, async (transaction) => {
    const summary = { matches: 0, findings: 0, due: (await countDue(transaction)).positions };
    for (const [sport, total] of await countLedger(transaction)) {
      let done = 0;
      for await (const part of compareWithLedger(transaction, { sport, model })) {
        done += part.matches;
        for (const finding of part.findings) onFinding(finding);
        summary.findings += part.findings.length;
        if (part.matches > 0) onProgress?.({ sport, done, total });
      }
      summary.matches += done;
    }
    return summary;
  });
}

import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import {
  describeFinding,
  type Finding,
  type RatingMove,
} from '../../ratings/domain/rating-differences.ts';
import { insertDifferences, type StoredDifference } from './store/jobs.ts';

/** Stores the findings of a job, a chunk at a time, so that they are never all in memory. */
export interface DifferenceLog {
  /** Uses the transaction that found the differences, because an embedded database has only one connection. */
  addFindings: (transaction: DatabaseTransaction, findings: readonly Finding[]) => Promise<void>;
  addMoves: (transaction: DatabaseTransaction, moves: readonly RatingMove[]) => Promise<void>;
  /** How many are stored. */
  stored: () => number;
}

// After a change of the model, every state is a finding, and nobody reads them all.
export const MAX_FINDINGS = 10_000;

export const DIFFERENCE_RETENTION_MILLISECONDS = 7 * 24 * 60 * 60 * 1_000;

const ROWS_PER_STATEMENT = 1_000;

export function logDifferences(
  { clock }: Pick<Dependencies, 'clock'>,
  jobId: string,
): DifferenceLog {
  const expiresAt = new Date(clock().getTime() + DIFFERENCE_RETENTION_MILLISECONDS);
  let number = 0;
  type Row = Omit<StoredDifference, 'job_id' | 'number' | 'expires_at'>;

  async function add(transaction: DatabaseTransaction, rows: readonly Row[]): Promise<void> {
    for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
      const some = rows.slice(start, start + ROWS_PER_STATEMENT).map((row) => {
        number += 1;
        return { ...row, job_id: jobId, number, expires_at: expiresAt };
      });
      await insertDifferences(transaction, some);
    }
  }

  return {
    addFindings: async (transaction, findings) =>
      await add(transaction, findings.slice(0, MAX_FINDINGS - number).map(rowOfFinding)),
    addMoves: async (transaction, moves) => await add(transaction, moves.map(rowOfMove)),
    stored: () => number,
  };
}

function rowOfMove({ memberId, sport, bracket, before, after }: RatingMove) {
  return {
    ...{ kind: 'rating' as const, member_id: memberId, sport, bracket, about: null },
    ...{ rating_before: before, rating_after: after },
  };
}

function rowOfFinding(finding: Finding) {
  const about = describeFinding(finding);
  if (finding.kind === 'rating') {
    const { memberId, sport, bracket, standing, expected } = finding.difference;
    const move = { memberId, sport, bracket };
    const values = { before: standing?.rating ?? null, after: expected?.rating ?? null };
    return { ...rowOfMove({ ...move, ...values }), about };
  }
  const { memberId, sport } =
    finding.kind === 'state' ? finding.difference.expected : finding.state;
  return {
    ...{ kind: finding.kind, member_id: memberId, sport, bracket: null, about },
    ...{ rating_before: null, rating_after: null },
  };
}

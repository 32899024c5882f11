import type { LedgerProgress } from '../../ratings/audit-ratings.ts';
import { counted } from '../terminal/counted.ts';
import type { Terminal } from '../terminal/terminal.ts';

const MATCHES_A_LINE = 50_000;

/** Prints how far a walk through the ledger is, now and then. */
export function printProgress(print: Terminal['print']): (progress: LedgerProgress) => void {
  let printed = 0;
  let current = '';
  return ({ sport, done, total }) => {
    if (sport !== current) printed = 0;
    current = sport;
    if (done - printed < MATCHES_A_LINE && done < total) return;
    printed = done;
    print(`${sport}: ${done} of ${counted(total, 'match', 'matches')}`);
  };
}

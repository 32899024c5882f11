import type { LedgerProgress } from '../../ratings/audit-ratings.ts';
import type { RebuiltSport } from '../../ratings/rebuild-ratings.ts';
import { counted, type Terminal } from '../terminal.ts';

const MATCHES_A_LINE = 50_000;

/** Prints how far a walk through the ledger is, now and then. */
export function printLedgerProgress(print: Terminal['print']): (progress: LedgerProgress) => void {
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

/** What a rebuild of a sport changed, or would change. */
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

import { open } from 'node:fs/promises';
import type { RatingMove } from '../../ratings/domain/rating-moves.ts';
import { OperatorError } from '../terminal/operator-error.ts';

/** A file that lists how ratings would move, as CSV. */
export interface MovesReport {
  /** Resolves once they are written, so that no more lie in memory than are given at a time. */
  add: (moves: readonly RatingMove[]) => Promise<void>;
  close: () => Promise<void>;
}

/** @throws OperatorError where the file cannot be written, now or later. */
export async function openMovesReport(path: string): Promise<MovesReport> {
  const file = await orRefuse(() => open(path, 'w'));
  await orRefuse(() => file.appendFile('member,sport,bracket,before,after\n'));
  return {
    add: async (moves) => {
      const rows = moves.map((move) => `${rowOf(move)}\n`).join('');
      await orRefuse(() => file.appendFile(rows));
    },
    close: async () => await file.close(),
  };
}

async function orRefuse<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`The report cannot be written: ${reason}`);
  }
}

// Identifiers, sports and brackets are the service's own words, so nothing needs quotes.
function rowOf({ memberId, sport, bracket, before, after }: RatingMove): string {
  return [memberId, sport, bracket, before ?? '', after ?? ''].join(',');
}

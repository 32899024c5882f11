import { type FaultItem, ProblemError } from '@partner-rating/server';
import { MAXIMUM_ERRORS } from './domain/batch-result.ts';
import { sizeFaults } from './domain/batch-size.ts';
import { formFaults } from './domain/form-faults.ts';

/** What came of a batch or an import of which nothing was stored. */
export type Refused =
  /** Matches are at fault. */
  | { kind: 'rejected'; faults: FaultItem[] }
  /** Identifiers are taken by other matches. */
  | { kind: 'conflict'; faults: FaultItem[] };

type BatchSent = Parameters<typeof formFaults>[0] & { matches: Parameters<typeof sizeFaults>[0] };

/** Where in the request what stands at a pointer into a batch was sent. */
type PointerInRequest = (pointer: string) => string;

/** The answer to it. `advice` says what to do about matches at fault. */
export function refusal(
  { kind, faults }: Refused,
  advice: string,
  inRequest?: PointerInRequest,
): ProblemError {
  const errors = listed(faults, inRequest);
  if (kind === 'rejected') {
    const found = counted(faults, 'fault was', 'faults were');
    const detail = `${found} found and nothing was stored. ${advice}`;
    return new ProblemError('batch_rejected', { detail, errors });
  }
  const taken = counted(faults, 'match has', 'matches have');
  const detail = `${taken} the identifier of another match, and nothing was stored. Give each match an identifier of its own.`;
  return new ProblemError('match_conflict', { detail, errors });
}

/**
 * Refuses a form that the schema cannot express, and more work than one request may ask for, before
 * any of it is done.
 * @throws ProblemError `validation_failed`.
 */
export function refuseInvalidForm(batch: BatchSent, inRequest?: PointerInRequest): void {
  const errors = listed([...sizeFaults(batch.matches), ...formFaults(batch)], inRequest);
  if (errors.length > 0) throw new ProblemError('validation_failed', { errors });
}

function listed(faults: readonly FaultItem[], inRequest: PointerInRequest = (pointer) => pointer) {
  return faults
    .slice(0, MAXIMUM_ERRORS)
    .map((fault) => ({ ...fault, pointer: inRequest(fault.pointer) }));
}

function counted(faults: readonly FaultItem[], one: string, several: string): string {
  return `${faults.length} ${faults.length === 1 ? one : several}`;
}

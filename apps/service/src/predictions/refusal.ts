import { type FaultItem, ProblemError } from '@partner-rating/server';
import { MAXIMUM_ERRORS } from '../matches/domain/batch-result.ts';

/** The answer to what cannot be predicted: every fault at once. */
export function predictionRefusal(faults: readonly FaultItem[]): ProblemError {
  const [found, them] =
    faults.length === 1 ? ['1 fault was', 'it'] : [`${faults.length} faults were`, 'them'];
  return new ProblemError('prediction_rejected', {
    detail: `${found} found and nothing was predicted. Fix ${them} and send the request again.`,
    errors: faults.slice(0, MAXIMUM_ERRORS),
  });
}

import { type FaultItem, ProblemError } from '@partner-rating/server';
import { MAXIMUM_ERRORS } from '../matches/domain/batch-result.ts';

/** The answer to what cannot be predicted: every fault at once, as far as an answer can list them. */
export function predictionRefusal(faults: readonly FaultItem[]): ProblemError {
  const [found, them] =
    faults.length === 1 ? ['1 fault was', 'it'] : [`${faults.length} faults were`, 'them'];
  const errors = faults.slice(0, MAXIMUM_ERRORS);
  const shown = errors.length < faults.length ? ` The first ${errors.length} are listed.` : '';
  return new ProblemError('prediction_rejected', {
    detail: `${found} found and nothing was predicted.${shown} Fix ${them} and send the request again.`,
    errors,
  });
}

import type { AnyReply } from '@partner-rating/server';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { storeIdempotentAnswer } from '../../platform/http/idempotent-answers.ts';
import { inTransaction } from './audited.ts';

/**
 * Runs a change in one transaction, and stores its answer for the `Idempotency-Key` of the request in the same
 * transaction. A repeated request then gets this answer, even if the process stops right after the change.
 */
export async function answerOnce<Answer extends AnyReply>(
  dependencies: Pick<Dependencies, 'database' | 'clock'>,
  request: Request,
  change: (transaction: DatabaseTransaction, now: Date) => Promise<Answer>,
): Promise<Answer> {
  return await inTransaction(dependencies, async (transaction, now) => {
    const answer = await change(transaction, now);
    await storeIdempotentAnswer(request, transaction, answer);
    return answer;
  });
}

import { type Handler, ProblemError } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { storeIdempotentAnswer } from '../../platform/http/idempotent-answers.ts';
import { voidMatch } from '../void-match.ts';

function voidSubmitted(
  dependencies: Dependencies,
): Handler<'matches.void', Caller, FastifyRequest> {
  return async ({ path: { matchId }, body: { reason } }, { principal, raw }) => {
    const { applicationId } = principal;
    const result = await voidMatch(
      dependencies,
      { applicationId, matchId, reason },
      {
        beforeCommit: async (transaction, answer) =>
          await storeIdempotentAnswer(raw, transaction, { status: 200, body: answer }),
      },
    );
    if (result === null) {
      throw new ProblemError('not_found', {
        detail: `Your application submitted no match ${matchId}. The answer of matches.submit names the id of each match.`,
      });
    }
    return { status: 200, body: result };
  };
}

// `void` is a word of the language, so only the export can have the name of the operation.
export { voidSubmitted as void };

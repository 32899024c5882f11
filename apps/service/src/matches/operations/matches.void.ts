import type { Handler } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { storeIdempotentAnswer } from '../../platform/http/idempotent-answers.ts';
import { matchNotFound } from '../read-matches.ts';
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
    if (result === null) throw matchNotFound(matchId);
    return { status: 200, body: result };
  };
}

// `void` is a keyword, so only the export can have the name of the operation.
export { voidSubmitted as void };

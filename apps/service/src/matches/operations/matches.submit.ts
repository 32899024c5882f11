import type { Handler } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { storeIdempotentAnswer } from '../../platform/http/idempotent-answers.ts';
import { countRated, ingestBatch, refusal, refuseInvalidForm } from '../submit/ingest-batch.ts';

export function submit(
  dependencies: Dependencies,
): Handler<'matches.submit', Caller, FastifyRequest> {
  return async ({ body }, { principal, raw }) => {
    refuseInvalidForm(body);
    const submitter = {
      applicationId: principal.applicationId,
      trusted: principal.scopes.has('key:match:submit:trusted'),
    };
    const outcome = await ingestBatch(
      dependencies,
      submitter,
      body,
      async (transaction, result) =>
        await storeIdempotentAnswer(raw, transaction, { status: 200, body: result }),
    );
    if (outcome.kind === 'handled') {
      countRated(dependencies, body, outcome.result.matches);
      return { status: 200, body: outcome.result };
    }
    const advice = 'Fix them, or set partial to true to store the valid matches.';
    throw refusal(outcome, advice);
  };
}

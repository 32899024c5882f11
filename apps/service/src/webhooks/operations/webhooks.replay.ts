import type { Handler } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { storeIdempotentAnswer } from '../../platform/http/idempotent-answers.ts';
import { replay as replayDeliveries } from '../redeliver.ts';

export function replay(
  dependencies: Dependencies,
): Handler<'webhooks.replay', Caller, FastifyRequest> {
  return async ({ body }, { principal: { applicationId }, raw }) => {
    const answerOf = (queued: number) => ({ status: 202, body: { queued } }) as const;
    const request = { applicationId, body };
    const all = await replayDeliveries(dependencies, request, async (transaction, queued) =>
      storeIdempotentAnswer(raw, transaction, answerOf(queued)),
    );
    return answerOf(all);
  };
}

import { createHash } from 'node:crypto';
import {
  type AnyReply,
  type Interceptor,
  type OperationCall,
  ProblemError,
} from '@partner-rating/server';
import type { Dependencies } from '../dependencies.ts';
import type { Caller } from './caller.ts';
import { claimKey, findRecord, keepAnswer, releaseKey } from './store/idempotency.ts';

const ANSWER_KEPT_MILLISECONDS = 24 * 60 * 60 * 1_000;

// Longer than any request runs. Shorter, and a slow first request would be run twice; longer, and
// a partner whose first request died with the process would wait needlessly.
const LOCK_MILLISECONDS = 5 * 60 * 1_000;

/**
 * `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): the first success is replayed for
 * 24 hours. An error stored nothing, so it frees the key and the request may be mended and resent.
 */
export function createIdempotency({ database, clock }: Dependencies): Interceptor<Caller> {
  return async (call, next) => {
    const key = keyOf(call);
    const applicationId = call.context.principal?.applicationId;
    if (key === undefined || applicationId === undefined) return await next();

    const now = clock();
    const requestHash = hashOf(call);
    const lockedUntil = new Date(now.getTime() + LOCK_MILLISECONDS);
    const claimed = await claimKey(database, {
      applicationId,
      key,
      operationId: call.operation.id,
      requestHash,
      now,
      lockedUntil,
      expiresAt: new Date(now.getTime() + ANSWER_KEPT_MILLISECONDS),
    });
    if (!claimed) return await replay(applicationId, key, requestHash);

    let reply: AnyReply;
    try {
      reply = await next();
    } catch (error) {
      await releaseKey(database, applicationId, key, lockedUntil);
      throw error;
    }
    const body = JSON.stringify(reply.body ?? null);
    try {
      await keepAnswer(database, applicationId, key, lockedUntil, { status: reply.status, body });
    } catch (error) {
      // What was asked for is done, so the partner must hear of it, though it cannot be replayed.
      call.context.log.error(
        { err: error },
        'An answer could not be kept for its Idempotency-Key.',
      );
    }
    return reply;
  };

  async function replay(
    applicationId: string,
    key: string,
    requestHash: Uint8Array,
  ): Promise<AnyReply> {
    const record = await findRecord(database, applicationId, key);
    if (record !== undefined && !Buffer.from(record.requestHash).equals(requestHash)) {
      throw new ProblemError('idempotency_key_reused');
    }
    if (record === undefined || record.status === null || record.body === null) {
      throw new ProblemError('idempotency_in_progress');
    }
    return {
      status: record.status,
      body: JSON.parse(record.body),
      headers: { 'idempotency-replayed': 'true' },
    };
  }
}

function keyOf({ operation, request }: OperationCall<Caller>): string | undefined {
  if (!operation.idempotent) return undefined;
  return (request.headers as Record<string, string | undefined>)['idempotency-key'];
}

function hashOf({ operation, request }: OperationCall<Caller>): Uint8Array {
  const { path, query, body } = request;
  return createHash('sha256')
    .update(JSON.stringify([operation.id, path, query, body ?? null]))
    .digest();
}

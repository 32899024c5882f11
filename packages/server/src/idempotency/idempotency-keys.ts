import { randomUUID } from 'node:crypto';
import type { Interceptor, OperationCall } from '../pipeline/handler-types.ts';
import { ProblemError } from '../reply/problem-error.ts';
import { RenderedJson } from '../reply/rendered-json.ts';
import type { AnyReply } from '../reply/reply.ts';
import { replyWriter } from '../reply/reply-writer.ts';
import type { Principal } from '../request/principal.ts';
import type { Operation } from '../schema/operation-table.ts';
import { requestFingerprint } from './fingerprint.ts';
import type { IdempotencyClaim, IdempotencyRecord, IdempotencyStore } from './store.ts';

const DAY_SECONDS = 24 * 60 * 60;

// Longer than a request can take. After a shorter lease, a slow request would run twice at once.
const LEASE_SECONDS = 60;

/** The options of {@link idempotencyKeys}. */
export interface IdempotencyOptions<P extends Principal = Principal> {
  store: IdempotencyStore;
  /** Returns the owner of the key, such as the caller's application. Other owners may use the same key. */
  ownerOf: (principal: P) => string;
  /** How long an answer is replayed. Default: a day, as in the document. */
  lifetimeSeconds?: number;
  /** How long a request may run before another request may take over its key. Default: a minute. */
  leaseSeconds?: number;
  clock?: () => Date;
}

/**
 * Creates an interceptor that replays the first success of a request with an `Idempotency-Key`
 * (draft-ietf-httpapi-idempotency-key-header), for the operations that document it. An error frees
 * the key, so that the client can fix the request and send it again.
 *
 * The handler's changes and the answer are stored separately: if the process dies between the two,
 * the request runs again after its lease ends.
 *
 * @example
 * ```ts
 * const intercept = idempotencyKeys<Caller>({
 *   store: memoryIdempotencyStore(),
 *   ownerOf: ({ applicationId }) => applicationId,
 * });
 * ```
 */
export function idempotencyKeys<P extends Principal = Principal>({
  store,
  ownerOf,
  lifetimeSeconds = DAY_SECONDS,
  leaseSeconds = LEASE_SECONDS,
  clock = () => new Date(),
}: IdempotencyOptions<P>): Interceptor<P> {
  const inSeconds = (seconds: number) => new Date(clock().getTime() + seconds * 1_000);

  return async (call, next) => {
    const { principal } = call.context;
    const sent = keyOf(call);
    if (sent === undefined || principal === null) return await next();
    const claim: IdempotencyClaim = {
      key: JSON.stringify([ownerOf(principal), sent]),
      fingerprint: requestFingerprint(call).toString('base64url'),
      holder: randomUUID(),
      leaseEnd: inSeconds(leaseSeconds),
      expiresAt: inSeconds(lifetimeSeconds),
    };
    const record = await store.claim(claim);
    return record === null ? await run(claim, call, next) : replay(record, claim);
  };

  async function run(
    claim: IdempotencyClaim,
    { operation, context: { log } }: OperationCall<P>,
    next: () => Promise<AnyReply>,
  ): Promise<AnyReply> {
    let reply: AnyReply;
    try {
      reply = await next();
    } catch (error) {
      // If the store does not respond, the lease ends the claim. Report the error of the handler.
      await store.release(claim).catch(() => {});
      throw error;
    }
    try {
      const { status, body = null } = writerOf(operation)(reply);
      await store.complete(claim, { status, body });
    } catch (error) {
      // The handler has succeeded, so the caller gets the answer, even if it cannot be replayed.
      log.error({ err: error }, 'an answer could not be stored for its Idempotency-Key');
    }
    return reply;
  }
}

function replay({ fingerprint, answer }: IdempotencyRecord, claim: IdempotencyClaim): AnyReply {
  if (fingerprint !== claim.fingerprint) throw new ProblemError('idempotency_key_reused');
  if (answer === null) {
    throw new ProblemError('idempotency_in_progress', { headers: { 'retry-after': '1' } });
  }
  return {
    status: answer.status,
    headers: { 'idempotency-replayed': 'true' },
    ...(answer.body !== null && { body: new RenderedJson(answer.body) }),
  };
}

function keyOf({ operation, request }: OperationCall): string | undefined {
  if (!operation.idempotent) return undefined;
  return (request.headers as Record<string, string | undefined>)['idempotency-key'];
}

const writers = new WeakMap<Operation, ReturnType<typeof replyWriter>>();

// The stored answer has no undeclared fields either.
function writerOf(operation: Operation): ReturnType<typeof replyWriter> {
  const writer = writers.get(operation) ?? replyWriter(operation, true);
  writers.set(operation, writer);
  return writer;
}

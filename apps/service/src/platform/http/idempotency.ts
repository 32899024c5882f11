import { randomUUID } from 'node:crypto';
import {
  type AnyReply,
  type Interceptor,
  type OperationCall,
  type Principal,
  ProblemError,
  requestFingerprint,
} from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../configuration/dependencies.ts';
import type { Caller } from './caller.ts';
import {
  announceClaim,
  createAnswerSealing,
  inProgress,
  storedAnswer,
} from './idempotent-answers.ts';
import {
  claimKey,
  deleteAnswer,
  findErasedSince,
  findRecord,
  type KeyClaim,
  releaseKey,
  renewClaims,
  storeAnswer,
} from './store/idempotency.ts';

// How long a partner waits if the process of the first request died. With a shorter lease, a slow database would make
// a live request lose its claim. The work of that request would be rolled back and repeated.
const LEASE_MILLISECONDS = 5_000;

const RENEWAL_MILLISECONDS = 1_000;

// An answer contains the stored name of a member only together with the id.
const MEMBER_IDS = /\bmem_[0-9a-z]{26}\b/g;

// No request and no erasure takes this long. The time of an erasure is that of its start.
const ERASURE_MILLISECONDS = 60 * 60 * 1_000;

/** Renews the claims by which the running requests of this process hold their keys. */
class ClaimLeases {
  readonly #database: Dependencies['database'];
  readonly #clock: Dependencies['clock'];
  readonly #held = new Set<KeyClaim>();
  #isRenewing = false;

  constructor({ database, clock }: Pick<Dependencies, 'database' | 'clock'>) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Returns when a claim expires that is taken or renewed now. */
  end(): Date {
    return new Date(this.#clock().getTime() + LEASE_MILLISECONDS);
  }

  /** Renews the claim until it is released. */
  hold(claim: KeyClaim): void {
    this.#held.add(claim);
    if (!this.#isRenewing) this.#renewLater();
  }

  release(claim: KeyClaim): void {
    this.#held.delete(claim);
  }

  // One renewal at a time, because several would pile up on a slow database. After a failed renewal,
  // the next one is enough.
  #renewLater(): void {
    this.#isRenewing = true;
    setTimeout(async () => {
      if (this.#held.size > 0) {
        await renewClaims(this.#database, [...this.#held], this.end()).catch(() => {});
      }
      if (this.#held.size > 0) this.#renewLater();
      else this.#isRenewing = false;
    }, RENEWAL_MILLISECONDS).unref();
  }
}

export const applicationOf = ({ applicationId }: Caller): string => applicationId;

export const ANSWER_LIFETIME_MILLISECONDS = 24 * 60 * 60 * 1_000;

/**
 * Handles `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): the first success is replayed to the same
 * owner for 24 hours. An error stores nothing and releases the key, so
 * the client can correct the request and send it again.
 */
export function createIdempotency<
  P extends Principal = Caller,
  Raw extends object = FastifyRequest,
>(dependencies: Dependencies, ownerOf: (caller: P) => string): Interceptor<P, Raw> {
  const idempotency = new Idempotency<P, Raw>(dependencies, ownerOf);
  return (call, next) => idempotency.intercept(call, next);
}

class Idempotency<P extends Principal, Raw extends object> {
  readonly #database: Dependencies['database'];
  readonly #clock: Dependencies['clock'];
  readonly #ownerOf: (caller: P) => string;
  readonly #leases: ClaimLeases;
  readonly #sealing: ReturnType<typeof createAnswerSealing>;

  constructor({ database, clock, configuration }: Dependencies, ownerOf: (caller: P) => string) {
    this.#database = database;
    this.#clock = clock;
    this.#ownerOf = ownerOf;
    this.#leases = new ClaimLeases({ database, clock });
    this.#sealing = createAnswerSealing(configuration);
  }

  async intercept(call: OperationCall<P, Raw>, next: () => Promise<AnyReply>): Promise<AnyReply> {
    const key = keyOf(call);
    const { principal } = call.context;
    if (key === undefined || principal === null) return await next();
    const owner = this.#ownerOf(principal);

    const now = this.#clock();
    const requestHash = requestFingerprint(call);
    const claim = { owner, key, holder: randomUUID() };
    const isClaimed = await claimKey(this.#database, {
      ...claim,
      operationId: call.operation.id,
      requestHash,
      now,
      lockedUntil: this.#leases.end(),
      expiresAt: new Date(now.getTime() + ANSWER_LIFETIME_MILLISECONDS),
    });
    if (!isClaimed) {
      const replayed = await this.#replay(call.operation.id, { owner, key }, requestHash);
      // A stored response that cannot be decrypted is treated as missing: the request runs again.
      return replayed ?? (await this.intercept(call, next));
    }

    this.#leases.hold(claim);
    try {
      return await this.#run(claim, call, next);
    } finally {
      this.#leases.release(claim);
    }
  }

  async #run(
    claim: KeyClaim,
    { operation, context: { raw, log } }: OperationCall<P, Raw>,
    next: () => Promise<AnyReply>,
  ): Promise<AnyReply> {
    const seal = async (text: string) => await this.#sealing.seal(operation.id, claim, text);
    announceClaim(raw, claim, seal);
    let reply: AnyReply;
    try {
      reply = await next();
    } catch (error) {
      // If the database does not answer, the lease expires. Report the first error.
      await releaseKey(this.#database, claim).catch(() => {});
      throw error;
    }
    const stored = storedAnswer(raw);
    // A repeated request gets exactly this answer.
    if (stored !== null) return { ...reply, ...stored };
    try {
      const text = JSON.stringify(reply.body ?? null);
      const answer = { status: reply.status, body: await seal(text) };
      await this.#storeLate(claim, answer, text.match(MEMBER_IDS) ?? []);
    } catch (error) {
      // The request has succeeded, so the partner gets the response, even if it cannot be replayed.
      log.error({ err: error }, 'A response could not be stored for its Idempotency-Key.');
    }
    return reply;
  }

  /**
   * Stores the answer of a request whose transactions have ended, unless it names somebody who was erased since. An erasure
   * deletes the stored answers that contain a name, so it either finds this one or is waited for.
   */
  async #storeLate(
    claim: KeyClaim,
    answer: { status: number; body: string },
    memberIds: readonly string[],
  ): Promise<void> {
    if (memberIds.length === 0) {
      await storeAnswer(this.#database, claim, answer);
      return;
    }
    const since = new Date(this.#clock().getTime() - ERASURE_MILLISECONDS);
    await this.#database.transaction().execute(async (transaction) => {
      const erased = await findErasedSince(transaction, memberIds, since);
      if (erased.length > 0) await releaseKey(transaction, claim);
      else await storeAnswer(transaction, claim, answer);
    });
  }

  async #replay(
    operation: string,
    { owner, key }: Pick<KeyClaim, 'owner' | 'key'>,
    requestHash: Uint8Array,
  ): Promise<AnyReply | null> {
    const record = await findRecord(this.#database, owner, key);
    if (record !== undefined && !Buffer.from(record.requestHash).equals(requestHash)) {
      throw new ProblemError('idempotency_key_reused');
    }
    if (record === undefined || record.status === null || record.body === null) {
      throw inProgress();
    }
    const body = await this.#sealing.open(operation, { owner, key }, record.body);
    if (body === null) {
      await deleteAnswer(this.#database, { owner, key, body: record.body });
      return null;
    }
    return {
      status: record.status,
      body: JSON.parse(body),
      headers: { 'idempotency-replayed': 'true' },
    };
  }
}

function keyOf({ operation, request }: OperationCall): string | undefined {
  if (!operation.idempotent) return undefined;
  return (request.headers as Record<string, string | undefined>)['idempotency-key'];
}

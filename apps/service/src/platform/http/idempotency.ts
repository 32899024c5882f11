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
  isAnswerStored,
} from './idempotent-answers.ts';
import {
  claimKey,
  deleteAnswer,
  findRecord,
  type KeyClaim,
  releaseKey,
  renewClaims,
  storeAnswer,
} from './store/idempotency.ts';

// How long a partner waits whose first request died with its process. Shorter, and a live request
// is given up for dead whenever the database is slow; its work would be undone and done again.
const LEASE_MILLISECONDS = 5_000;

const RENEWAL_MILLISECONDS = 1_000;

interface ClaimLeases {
  /** Until when a claim that is taken now is held without a renewal. */
  end: () => Date;
  /** Renews the claim until it is let go of. */
  hold: (claim: KeyClaim) => void;
  letGo: (claim: KeyClaim) => void;
}

/** Keeps the requests that this process is running from being given up for dead. */
function createClaimLeases({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): ClaimLeases {
  const held = new Set<KeyClaim>();
  let isRenewing = false;
  const end = () => new Date(clock().getTime() + LEASE_MILLISECONDS);

  // One renewal at a time: on a database that hardly answers they must not pile up. One that
  // fails is made good by the next.
  const renewLater = () => {
    isRenewing = true;
    setTimeout(async () => {
      if (held.size > 0) await renewClaims(database, [...held], end()).catch(() => {});
      if (held.size > 0) renewLater();
      else isRenewing = false;
    }, RENEWAL_MILLISECONDS).unref();
  };
  return {
    end,
    hold: (claim) => {
      held.add(claim);
      if (!isRenewing) renewLater();
    },
    letGo: (claim) => held.delete(claim),
  };
}

/** Whose key it is that a partner sends. */
export const applicationOf = ({ applicationId }: Caller): string => applicationId;

const ANSWER_LIFETIME_MILLISECONDS = 24 * 60 * 60 * 1_000;

/**
 * `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): the first success is replayed for
 * 24 hours, to the owner that a caller belongs to. An error stored nothing, so it releases the key and the request may be fixed and sent again.
 */
export function createIdempotency<
  P extends Principal = Caller,
  Raw extends object = FastifyRequest,
>(
  { database, clock, configuration }: Dependencies,
  ownerOf: (caller: P) => string,
): Interceptor<P, Raw> {
  const leases = createClaimLeases({ database, clock });
  const sealing = createAnswerSealing(configuration);

  return intercept;

  async function intercept(
    call: OperationCall<P, Raw>,
    next: () => Promise<AnyReply>,
  ): Promise<AnyReply> {
    const key = keyOf(call);
    const { principal } = call.context;
    if (key === undefined || principal === null) return await next();
    const owner = ownerOf(principal);

    const now = clock();
    const requestHash = requestFingerprint(call);
    const claim = { owner, key, holder: randomUUID() };
    const isClaimed = await claimKey(database, {
      ...claim,
      operationId: call.operation.id,
      requestHash,
      now,
      lockedUntil: leases.end(),
      expiresAt: new Date(now.getTime() + ANSWER_LIFETIME_MILLISECONDS),
    });
    if (!isClaimed) {
      const replayed = await replay(call.operation.id, { owner, key }, requestHash);
      // An answer that cannot be read any more is as good as none: the request runs again.
      return replayed ?? (await intercept(call, next));
    }

    leases.hold(claim);
    try {
      return await run(claim, call, next);
    } finally {
      leases.letGo(claim);
    }
  }

  async function run(
    claim: KeyClaim,
    { operation, context: { raw, log } }: OperationCall<P, Raw>,
    next: () => Promise<AnyReply>,
  ): Promise<AnyReply> {
    const seal = async (text: string) => await sealing.seal(operation.id, claim, text);
    announceClaim(raw, claim, seal);
    let reply: AnyReply;
    try {
      reply = await next();
    } catch (error) {
      // Where the database does not answer, the lease expires; the error is the one to report.
      await releaseKey(database, claim).catch(() => {});
      throw error;
    }
    if (isAnswerStored(raw)) return reply;
    try {
      const body = await seal(JSON.stringify(reply.body ?? null));
      await storeAnswer(database, claim, { status: reply.status, body });
    } catch (error) {
      // What was asked for is done, so the partner must hear of it, though it cannot be replayed.
      log.error({ err: error }, 'An answer could not be kept for its Idempotency-Key.');
    }
    return reply;
  }

  async function replay(
    operation: string,
    { owner, key }: Pick<KeyClaim, 'owner' | 'key'>,
    requestHash: Uint8Array,
  ): Promise<AnyReply | null> {
    const record = await findRecord(database, owner, key);
    if (record !== undefined && !Buffer.from(record.requestHash).equals(requestHash)) {
      throw new ProblemError('idempotency_key_reused');
    }
    if (record === undefined || record.status === null || record.body === null) {
      throw inProgress();
    }
    const body = await sealing.open(operation, { owner, key }, record.body);
    if (body === null) {
      await deleteAnswer(database, { owner, key, body: record.body });
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

import { OAuthError, ProblemError } from '@partner-rating/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Dependencies } from '../configuration/dependencies.ts';
import { createSecretSealing, openOrNull } from '../secrets/sealing.ts';
import { ProofError, verifyProof } from './proof.ts';
import { consumeProof } from './store/used-proofs.ts';

/** The nonces of proofs (RFC 9449 §8), which say that a proof was not made long before it is used. */
interface Nonces {
  /** The one to use from now on. */
  current: () => Promise<string>;
  /** Whether a proof may have it, and whether it is time for another. */
  judge: (nonce: string) => Promise<'fresh' | 'aging' | 'refused'>;
}

// A client learns the next one with its answers, so all but those that pause longer never have to ask.
const RENEWED_AFTER_SECONDS = 60;

const TAKEN_FOR_SECONDS = 300;

// The clocks of two instances.
const MAX_SKEW_SECONDS = 60;

const MAX_LENGTH = 255;

const CONTEXT = 'dpop nonce';

/**
 * A nonce is the moment it was made at, sealed: every instance takes those of all, and none is stored. All clients
 * have the same for a minute.
 */
function createNonces({
  clock,
  configuration,
}: Pick<Dependencies, 'clock' | 'configuration'>): Nonces {
  const sealing = createSecretSealing(configuration);
  let latest: { madeAt: number; nonce: Promise<string> } | null = null;

  async function make(madeAt: number): Promise<string> {
    return Buffer.from(await sealing.seal(String(madeAt), CONTEXT)).toString('base64url');
  }

  return {
    current: async () => {
      const now = secondsOf(clock());
      if (latest === null || now >= latest.madeAt + RENEWED_AFTER_SECONDS || now < latest.madeAt) {
        latest = { madeAt: now, nonce: make(now) };
      }
      return await latest.nonce;
    },
    judge: async (nonce) => {
      if (nonce.length > MAX_LENGTH) return 'refused';
      const madeAt = await openOrNull(sealing, Buffer.from(nonce, 'base64url'), CONTEXT);
      if (madeAt === null) return 'refused';
      const age = secondsOf(clock()) - Number(madeAt);
      if (age < -MAX_SKEW_SECONDS || age >= TAKEN_FOR_SECONDS) return 'refused';
      return age < RENEWED_AFTER_SECONDS ? 'fresh' : 'aging';
    },
  };
}

function secondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1_000);
}

/** An access token and the key that it is bound to. */
interface BoundToken {
  accessToken: string;
  jkt: string;
}

/**
 * Uses up the proof of a request, and gives the thumbprint of its key: that of the access token, where it comes with one.
 * @throws ProblemError `invalid_dpop_proof` or `use_dpop_nonce`, or the OAuthError of the same name where
 * the operation answers in the form of RFC 6749 section 5.2.
 */
type ProofCheck = (request: FastifyRequest, token: BoundToken | null) => Promise<string>;

const nextNonces = new WeakMap<FastifyRequest, string>();

export function createProofCheck({
  database,
  clock,
  configuration,
  publicUrl,
}: Dependencies): ProofCheck {
  const nonces = createNonces({ clock, configuration });

  return async (request, token) => {
    const { dpop } = request.headers;
    if (dpop === undefined) {
      throw refusal(request, 'invalid_dpop_proof', 'The request has no DPoP header with a proof.');
    }
    const { method, originalUrl } = request;
    const accessToken = token?.accessToken ?? null;
    const proven = { method, address: publicUrl + originalUrl, accessToken };
    const proof = await verifyProof([dpop].flat().join(','), proven, clock()).catch(
      (error: unknown) => {
        if (!(error instanceof ProofError)) throw error;
        throw refusal(request, 'invalid_dpop_proof', error.message);
      },
    );
    const standing = proof.nonce === undefined ? 'refused' : await nonces.judge(proof.nonce);
    if (standing !== 'fresh') nextNonces.set(request, await nonces.current());
    if (standing === 'refused') throw refusal(request, 'use_dpop_nonce');
    if (token !== null && token.jkt !== proof.jkt) {
      throw refusal(
        request,
        'invalid_dpop_proof',
        'The DPoP proof is by another key than the one the access token is bound to. ' +
          'Use that key, or refresh the token with this one.',
      );
    }
    if (!(await consumeProof(database, proof))) {
      throw refusal(
        request,
        'invalid_dpop_proof',
        'The DPoP proof was used before. Make a new one for each request, with another jti.',
      );
    }
    return proof.jkt;
  };
}

/** Sends the nonce of the next proof with the answer to one that had none, or an earlier one (RFC 9449 §8.2). */
export function sendNonces(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    const nonce = nextNonces.get(request);
    if (nonce !== undefined) reply.header('dpop-nonce', nonce);
  });
}

function refusal(
  { operation }: FastifyRequest,
  code: 'invalid_dpop_proof' | 'use_dpop_nonce',
  text?: string,
): Error {
  return operation?.errorFormat === 'oauth'
    ? new OAuthError(code, text === undefined ? {} : { description: text })
    : new ProblemError(code, text === undefined ? {} : { detail: text });
}

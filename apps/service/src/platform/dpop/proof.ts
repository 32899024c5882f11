import { createHash } from 'node:crypto';
import { calculateJwkThumbprint, EmbeddedJWK, type JWTVerifyResult, jwtVerify } from 'jose';

/** How proofs may be signed: what the key stores of browsers and phones can do. */
export const dpopAlgorithms = ['ES256', 'Ed25519', 'EdDSA'];

// How far the clock of a client may be from ours, either way. A used proof is remembered as long as it would be taken.
const MAX_SKEW_SECONDS = 60;

const MAX_IDENTIFIER_LENGTH = 255;

/** What a proof has to be of. */
export interface ProvenRequest {
  method: string;
  /** Its address; the query does not count. */
  address: string;
  /** The access token that the request carries; null at the token endpoint. */
  accessToken: string | null;
}

/** A proof that is right for its request. Whether it has a nonce of ours and is new is for others to say. */
export interface Proof {
  /** The thumbprint of its key (RFC 7638). */
  jkt: string;
  nonce: string | undefined;
  /** Names the proof among those of all clients. */
  hash: Uint8Array;
  /** From then on it is too old. */
  expiresAt: Date;
}

/** Why a proof is refused: a sentence for the developer of the client. */
export class ProofError extends Error {
  override readonly name = 'ProofError';
}

/**
 * Verifies a proof (RFC 9449 §4.3).
 * @throws ProofError
 */
export async function verifyProof(text: string, request: ProvenRequest, now: Date): Promise<Proof> {
  const { payload, protectedHeader } = await verifySignature(text, now);
  const { htm, htu, iat, jti, ath, nonce } = payload;
  if (htm !== request.method) {
    throw new ProofError(`The htm of the DPoP proof is not ${request.method}.`);
  }
  const address = withoutQuery(request.address);
  if (typeof htu !== 'string' || withoutQuery(htu) !== address) {
    throw new ProofError(
      `The htu of the DPoP proof is not ${address}, the address of this request.`,
    );
  }
  if (typeof jti !== 'string' || jti === '' || jti.length > MAX_IDENTIFIER_LENGTH) {
    throw new ProofError(
      `The jti of the DPoP proof is not a text of 1 to ${MAX_IDENTIFIER_LENGTH} characters.`,
    );
  }
  if (typeof iat !== 'number' || Math.abs(now.getTime() / 1_000 - iat) > MAX_SKEW_SECONDS) {
    throw new ProofError(
      `The iat of the DPoP proof is not within ${MAX_SKEW_SECONDS} seconds of our clock. ` +
        'Make a new proof for each request, and check your clock.',
    );
  }
  if (request.accessToken !== null && ath !== hashOf(request.accessToken)) {
    throw new ProofError('The ath of the DPoP proof is not the SHA-256 of the access token.');
  }
  const { jwk = {} } = protectedHeader;
  const jkt = await calculateJwkThumbprint(jwk);
  return {
    jkt,
    nonce: typeof nonce === 'string' ? nonce : undefined,
    hash: createHash('sha256').update(`${jkt}.${jti}`).digest(),
    expiresAt: new Date((iat + MAX_SKEW_SECONDS + 1) * 1_000),
  };
}

async function verifySignature(text: string, now: Date): Promise<JWTVerifyResult> {
  // Two header fields arrive as one (RFC 9110 §5.3).
  if (text.includes(',')) {
    throw new ProofError('The request has more than one DPoP header. Send one.');
  }
  try {
    return await jwtVerify(text, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: dpopAlgorithms,
      currentDate: now,
      clockTolerance: MAX_SKEW_SECONDS,
    });
  } catch (cause) {
    // A key that fits no algorithm fails in the platform, with errors of its own.
    throw new ProofError(
      'The DPoP proof is not a JWT of the type dpop+jwt that is signed with ' +
        `${dpopAlgorithms.join(', ')} by the public key in its jwk.`,
      { cause },
    );
  }
}

function withoutQuery(address: string): string | null {
  const url = URL.parse(address);
  return url && `${url.origin}${url.pathname}`;
}

function hashOf(accessToken: string): string {
  return createHash('sha256').update(accessToken).digest('base64url');
}

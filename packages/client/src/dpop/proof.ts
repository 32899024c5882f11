import { base64url, randomToken } from '../oauth/base64url.ts';

/**
 * A key of the platform, a `CryptoKey`: by its fields, since not every platform's types have that name.
 *
 * @example
 * const { privateKey }: { privateKey: DpopKey } = (await createDpop()).keyPair;
 */
export interface DpopKey {
  /** Whether the key can be read out. */
  readonly extractable: boolean;
  /** `private` or `public`. */
  readonly type: string;
}

/** What a proof is of. */
export interface ProvenRequest {
  method: string;
  url: string;
  accessToken: string | undefined;
  nonce: string | undefined;
}

/** A public key as JSON Web Key, in the order of its names, in which it is hashed (RFC 7638 section 3). */
export interface PublicKey {
  crv: string;
  kty: string;
  x: string;
  y: string;
}

const utf8 = new TextEncoder();

/**
 * The public key as it stands in proofs, and its thumbprint.
 *
 * @throws TypeError where it is none of ECDSA on P-256.
 */
export async function publicKeyOf(
  publicKey: DpopKey,
): Promise<{ jwk: PublicKey; thumbprint: string }> {
  const { crv, kty, x, y } = await crypto.subtle.exportKey('jwk', publicKey as never);
  if (crv !== 'P-256' || !kty || !x || !y) {
    throw new TypeError('The keys of DPoP are a pair of ECDSA on P-256.');
  }
  const jwk = { crv, kty, x, y };
  return { jwk, thumbprint: await sha256(JSON.stringify(jwk)) };
}

/** A proof that the sender of a request has the private key (RFC 9449 section 4.2). */
export async function signProof(
  privateKey: DpopKey,
  jwk: PublicKey,
  { method, url, accessToken, nonce }: ProvenRequest,
): Promise<string> {
  const claims = {
    jti: randomToken(),
    htm: method,
    htu: url.replace(/[?#].*/, ''),
    iat: Math.floor(Date.now() / 1_000),
    nonce,
    ath: accessToken === undefined ? undefined : await sha256(accessToken),
  };
  const signed = `${encoded({ typ: 'dpop+jwt', alg: 'ES256', jwk })}.${encoded(claims)}`;
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
  const signature = await crypto.subtle.sign(algorithm, privateKey as never, utf8.encode(signed));
  return `${signed}.${base64url(new Uint8Array(signature))}`;
}

function encoded(part: object): string {
  return base64url(utf8.encode(JSON.stringify(part)));
}

async function sha256(text: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8.encode(text))));
}

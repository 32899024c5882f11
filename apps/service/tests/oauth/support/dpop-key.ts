import { createHash, randomUUID } from 'node:crypto';
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from 'jose';
import type { ConnectFlow } from '../../../src/connect/testing/connect-flow.ts';

/** What a proof says; a test changes or, by undefined, leaves out what it is about. */
export interface ProofClaims {
  htm?: unknown;
  htu?: unknown;
  iat?: unknown;
  jti?: unknown;
  ath?: unknown;
  nonce?: unknown;
}

/** A key of a client and the proofs by it (RFC 9449 §4.2), with the last nonce of the service. */
export class DpopKey {
  readonly jkt: string;
  readonly #flow: () => ConnectFlow;
  readonly #privateKey: CryptoKey;
  readonly #header: JWTHeaderParameters;
  nonce: string | undefined;

  private constructor(
    flow: () => ConnectFlow,
    {
      privateKey,
      header,
      jkt,
    }: { privateKey: CryptoKey; header: JWTHeaderParameters; jkt: string },
  ) {
    this.#flow = flow;
    this.#privateKey = privateKey;
    this.#header = header;
    this.jkt = jkt;
  }

  static async generate(flow: () => ConnectFlow, alg = 'ES256'): Promise<DpopKey> {
    const { publicKey, privateKey } = await generateKeyPair(alg);
    const jwk = await exportJWK(publicKey);
    const header = { alg, typ: 'dpop+jwt', jwk };
    return new DpopKey(flow, { privateKey, header, jkt: await calculateJwkThumbprint(jwk) });
  }

  /** The header field `DPoP` for a request. */
  async proof(
    method: string,
    path: string,
    claims: ProofClaims = {},
    header: Partial<JWTHeaderParameters> = {},
  ): Promise<{ dpop: string }> {
    const { clock, publicUrl } = this.#flow().dependencies;
    const payload = {
      htm: method,
      htu: `${publicUrl}/api/v1${path}`,
      iat: Math.floor(clock().getTime() / 1_000),
      jti: randomUUID(),
      ...(this.nonce !== undefined && { nonce: this.nonce }),
      ...claims,
    };
    const jwt = new SignJWT(payload as JWTPayload).setProtectedHeader({
      ...this.#header,
      ...header,
    });
    return { dpop: await jwt.sign(this.#privateKey) };
  }

  /** Header fields of a request with an access token. */
  async withToken(
    accessToken: string,
    claims: ProofClaims = {},
    path = '/partner/member',
  ): Promise<{ authorization: string; dpop: string }> {
    const ath = createHash('sha256').update(accessToken).digest('base64url');
    const proof = await this.proof('GET', path, { ath, ...claims });
    return { authorization: `DPoP ${accessToken}`, ...proof };
  }
}

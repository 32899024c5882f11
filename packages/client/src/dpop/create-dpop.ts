import type { Fetch } from '../core/transport-settings.ts';
import { type DpopKey, publicKeyOf, signProof } from './proof.ts';

/**
 * A pair of keys of ECDSA on P-256, which the platform makes and stores: a `CryptoKeyPair`.
 *
 * @example
 * const keyPair: DpopKeyPair = await crypto.subtle.generateKey(
 *   { name: 'ECDSA', namedCurve: 'P-256' },
 *   false,
 *   ['sign', 'verify'],
 * );
 */
export interface DpopKeyPair {
  /** Signs the proofs. It need not be extractable. */
  privateKey: DpopKey;
  /** Goes into the proofs. */
  publicKey: DpopKey;
}

/**
 * The options of `createDpop`.
 *
 * @example
 * const options: DpopOptions = { keyPair };
 */
export interface DpopOptions {
  /** The keys; by default a new pair, whose private key nobody can read out. */
  keyPair?: DpopKeyPair | undefined;
  /** Sends the requests; by default the `fetch` of the platform. */
  fetch?: Fetch | undefined;
}

/**
 * A key that access tokens are bound to, and a `fetch` that proves it.
 *
 * @example
 * const { fetch, thumbprint }: Dpop = await createDpop();
 */
export interface Dpop {
  /** Pass it as the option `fetch`, to the client with your API key and to those of players. */
  readonly fetch: Fetch;
  /** The keys, to store where they have to outlive the process. */
  readonly keyPair: DpopKeyPair;
  /** The thumbprint of the public key (RFC 7638). Pass it as `dpop_jkt` to bind the authorization too. */
  readonly thumbprint: string;
}

const issuesTokens = new Set<string | undefined>(['oauth.exchangeToken', 'oauth.refresh']);

/**
 * Creates a key for access tokens that are of use only to who has it (DPoP, RFC 9449). Its `fetch` adds a proof to
 * each attempt of `oauth.exchangeToken` and `oauth.refresh`, whose tokens are then bound to the key, and sends
 * access tokens with one. Calls with an API key go as they are. A nonce that the service asks for is sent at once.
 *
 * A connection outlives its key: `oauth.refresh` binds the new tokens to the key of then. Processes that share a
 * `TokenStore` need the same keys.
 *
 * @throws TypeError where the platform has no `crypto.subtle`, or the keys are of another kind.
 *
 * @example
 * const dpop = await createDpop();
 * const client = new PartnerRatingClient({ apiKey: 'prk_test', baseUrl, fetch: dpop.fetch });
 * const session = new TokenSession({ oauth: client.oauth, store });
 * await session.start(await client.oauth.exchangeToken({ code, redirect_uri, code_verifier }));
 *
 * const player = new PartnerRatingClient({
 *   accessToken: session.accessToken,
 *   baseUrl,
 *   fetch: dpop.fetch,
 * });
 */
export async function createDpop({ keyPair, fetch: customFetch }: DpopOptions = {}): Promise<Dpop> {
  const keys = keyPair ?? (await generateKeyPair());
  const { jwk, thumbprint } = await publicKeyOf(keys.publicKey);
  /** The last nonce of each service, by origin. */
  const nonces = new Map<string, string>();

  const fetchWithProof: Fetch = async (url, init, operation) => {
    const headers = init.headers as Record<string, string>;
    const accessToken = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
    // Read at the call, since tests and tracers replace it later.
    const send: Fetch = customFetch ?? fetch;
    if (accessToken === undefined && !issuesTokens.has(operation)) {
      return await send(url, init, operation);
    }
    const { origin } = new URL(url);
    const attempt = async (): Promise<Response> => {
      const dpop = await signProof(keys.privateKey, jwk, {
        method: init.method ?? 'GET',
        url,
        accessToken,
        nonce: nonces.get(origin),
      });
      const authorization = accessToken !== undefined && { authorization: `DPoP ${accessToken}` };
      const proven = { ...init, headers: { ...headers, ...authorization, dpop } };
      const response = await send(url, proven, operation);
      const nonce = response.headers.get('dpop-nonce');
      if (nonce !== null) nonces.set(origin, nonce);
      return response;
    };
    const response = await attempt();
    return (await asksForNonce(response)) && !init.signal?.aborted ? await attempt() : response;
  };
  return { fetch: fetchWithProof, keyPair: keys, thumbprint };
}

async function generateKeyPair(): Promise<DpopKeyPair> {
  if (!globalThis.crypto?.subtle) {
    throw new TypeError('This platform has no crypto.subtle, which needs a page with TLS.');
  }
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  return await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
}

/** Whether a request was refused for its nonce alone: at the token endpoint, or at the API. */
async function asksForNonce(response: Response): Promise<boolean> {
  if (response.ok || !response.headers.has('dpop-nonce')) return false;
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { error?: unknown; code?: unknown } | null;
  return (body?.error ?? body?.code) === 'use_dpop_nonce';
}

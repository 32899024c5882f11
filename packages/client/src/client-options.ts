/** Sends one request; the platform's `fetch` is one. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Who calls: a partner application by its API key, or one connected player by an access token. */
export type Credential =
  | {
      /** The partner API key, `prk_…`, sent as `X-API-Key`. Keep it on your servers. */
      apiKey: string;
      accessToken?: never;
    }
  | {
      /** The access token of a connection, `pra_…`, sent as `Authorization: Bearer` (RFC 6750). */
      accessToken: string;
      apiKey?: never;
    };

/**
 * How a client is set up.
 *
 * @example
 * const options: ClientOptions = {
 *   apiKey: 'prk_…',
 *   baseUrl: 'http://localhost:3001/api/v1',
 *   timeoutMs: 10_000,
 * };
 */
export type ClientOptions = Credential & {
  /** The address of the service, which ends in `/api/v1`. */
  baseUrl: string;
  /** Milliseconds until a call is given up, its body included. 30000 where it is left out. */
  timeoutMs?: number;
  /** Sends the requests in place of the platform's `fetch`. */
  fetch?: Fetch;
};

/** The options once they are checked. */
export interface Settings {
  baseUrl: string;
  credentialHeader: Record<string, string>;
  timeoutMs: number;
  fetch: Fetch;
}

const defaultTimeoutMs = 30_000;

// A longer timer overflows and fires at once.
const longestTimeoutMs = 2_147_483_647;

/** @throws TypeError where an option cannot be used. */
export function settings(options: ClientOptions): Settings {
  return {
    baseUrl: checkedBaseUrl(options.baseUrl),
    credentialHeader: credentialHeader(options),
    timeoutMs: checkedTimeout(options.timeoutMs ?? defaultTimeoutMs),
    fetch: options.fetch ?? globalThis.fetch,
  };
}

/** @throws TypeError where a timer could not keep it. */
export function checkedTimeout(timeoutMs: number): number {
  if (timeoutMs >= 1 && timeoutMs <= longestTimeoutMs) return timeoutMs;
  throw new TypeError(`timeoutMs is a number of milliseconds from 1 to ${longestTimeoutMs}.`);
}

function checkedBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const isPlain =
    url &&
    /^https?:$/.test(url.protocol) &&
    !(url.username || url.password || url.search || url.hash);
  if (isPlain) return url.href.replace(/\/+$/, '');
  throw new TypeError(
    'baseUrl is an http or https address without a query, such as http://localhost:3001/api/v1.',
  );
}

function credentialHeader({ apiKey, accessToken }: ClientOptions): Record<string, string> {
  if (apiKey !== undefined && accessToken !== undefined) {
    throw new TypeError('Give the client an apiKey or an accessToken, not both.');
  }
  if (apiKey !== undefined) return { 'x-api-key': headerValue('apiKey', apiKey) };
  if (accessToken !== undefined) {
    return { authorization: `Bearer ${headerValue('accessToken', accessToken)}` };
  }
  throw new TypeError('Give the client an apiKey or an accessToken.');
}

// Checked here because fetch would put the whole secret into the message of its own error.
function headerValue(name: string, secret: string): string {
  if (/^[\x21-\x7e]+$/.test(secret)) return secret;
  throw new TypeError(`${name} is empty or holds a space, a line break or another odd character.`);
}

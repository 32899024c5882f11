import { environments } from '../generated/environments.gen.ts';
import { VERSION } from '../generated/version.gen.ts';
import { authorizeWithToken } from './authorize-with-token.ts';
import { credentialHeader } from './credential-header.ts';
import { fetchWithHooks, type Hooks } from './hooks.ts';
import type { Logger } from './logger.ts';
import { own } from './own.ts';
import { headerFields, type IdempotentRequestOptions } from './request-options.ts';
import type { Fetch, TransportSettings } from './transport-settings.ts';

/**
 * The credential: the API key of a partner application, or the access token of a connected player.
 *
 * @example
 * const credential: Credential = { accessToken: tokens.access_token };
 */
export type Credential =
  | {
      /**
       * The partner API key, `prk_…`, sent as `X-API-Key`. Keep it on your servers. Default: the environment
       * variable `SERVICE_API_KEY`, unless there is an `accessToken`.
       */
      apiKey?: string | undefined;
      accessToken?: never;
    }
  | {
      /**
       * The access token of a connection, `pra_…`, sent as `Authorization: Bearer` (RFC 6750), or a
       * function that returns the current one, such as `accessToken` of a `TokenSession`. Each call calls the
       * function once. If the service refuses the token, the call passes the refused token to the function, and
       * retries if the function returns a different token.
       */
      accessToken: string | ((refused?: string) => string | Promise<string>);
      apiKey?: never;
    };

/**
 * The names of the known services.
 *
 * @example
 * const environment: Environment = 'local';
 */
export type Environment = keyof typeof environments;

/**
 * The service to call, by name: a known service, or one of yours.
 *
 * @example
 * const named: NamedService = {
 *   environment: 'staging',
 *   environments: { staging: 'https://staging.example/api/v1' },
 * };
 */
export type NamedService =
  | {
      /**
       * The service to call, by name. Default: the environment variable `SERVICE_ENV`, unless there is a
       * `baseUrl`. A variable such as `SERVICE_URL_STAGING` sets the address
       * of `staging`.
       */
      environment?: Environment | undefined;
      environments?: never;
    }
  | {
      /** The service to call, by name: one of `environments`, or a known service. */
      environment?: string | undefined;
      /** The addresses of your own environments, by name. */
      environments: Readonly<Record<string, string>>;
    };

/**
 * The options of a client.
 *
 * @example
 * const options: ClientOptions = {
 *   apiKey: 'prk_test',
 *   baseUrl: 'http://localhost:3001/api/v1',
 *   timeoutMs: 10_000,
 * };
 */
export type ClientOptions = Credential &
  NamedService & {
    /** The URL of the service, which ends in `/api/v1`, instead of `environment`. */
    baseUrl?: string | undefined;
    /**
     * The timeout of a call in milliseconds, including its body, its retries, and the waits between
     * them. Default: 30000.
     */
    timeoutMs?: number;
    /**
     * The timeout of one attempt in milliseconds. After it, the call is retried. If no retry can follow, the
     * attempt may use what is left of `timeoutMs` instead. Default:
     * half of `timeoutMs`.
     */
    attemptTimeoutMs?: number;
    /**
     * How often a call is retried if the network or the service fails (408, 429, 5xx, no response) and a retry is
     * safe: the call only reads, has an idempotency key, returns the same again, or did not run. Default: 2.
     */
    maxRetries?: number;
    /**
     * Header fields of every call. The header fields of a call override these, and these override the client's own.
     * A field that is undefined is not sent.
     */
    headers?: Readonly<Record<string, string | undefined>>;
    /** Functions that are called before each request and after each response. */
    hooks?: Hooks;
    /** Sends the requests instead of the platform's `fetch`. */
    fetch?: Fetch;
    /** Logs every attempt, without the credential. */
    logger?: Logger;
  };

/**
 * Returns the settings of the transport, from the options and the environment variables.
 *
 * @throws TypeError for an invalid option; the message names it.
 */
export function checkedSettings(options: ClientOptions): Omit<TransportSettings, 'timers'> {
  checkLimits(options);
  const { fetch, hooks, headers } = options;
  const { navigator } = globalThis as { navigator?: { userAgent: string } };
  return {
    ...options,
    ...(hooks && { fetch: fetchWithHooks(hooks, fetch) }),
    headers: {
      // A browser sends its own name, and another one would need a preflight request.
      ...(!/^Mozilla/.test(navigator?.userAgent as string) && {
        'user-agent': `partner-rating-client/${VERSION}`,
      }),
      ...headerFields(headers ?? {}),
    },
    baseUrl: address(options),
    ...authentication(options),
  };
}

/** @throws TypeError for an invalid option of a call. */
export function checkLimits({
  timeoutMs = 1,
  attemptTimeoutMs = 1,
  maxRetries = 0,
  idempotencyKey = 'a',
}: Omit<IdempotentRequestOptions, 'signal' | 'headers'>): void {
  // JavaScript compares the string '30' like a number, but adding it to a number would concatenate the two.
  check(
    typeof timeoutMs === 'number' && timeoutMs >= 1,
    'timeoutMs must be a number of at least 1.',
  );
  check(
    typeof attemptTimeoutMs === 'number' && attemptTimeoutMs >= 1,
    'attemptTimeoutMs must be a number of at least 1.',
  );
  check(Number.isInteger(maxRetries) && maxRetries >= 0, 'maxRetries must be a whole number.');
  // fetch reports an invalid header as a network failure.
  check(
    /^[ -~]{1,255}$/.test(idempotencyKey),
    'idempotencyKey must be 1 to 255 printable ASCII characters.',
  );
}

function check(condition: unknown, message: string): asserts condition {
  if (!condition) throw new TypeError(message);
}

function address({
  baseUrl,
  environment = baseUrl === undefined ? variable('SERVICE_ENV') : undefined,
  environments: given,
}: ClientOptions): string {
  check(baseUrl === undefined || environment === undefined, 'Set either baseUrl or environment.');
  const url = baseUrl ?? environmentAddress(environment, given);
  check(
    /^https?:\/\/[^\s?#@]+$/.test(url),
    'baseUrl must be an http(s) address that ends in /api/v1, without a query or a password.',
  );
  return url.replace(/\/+$/, '');
}

function environmentAddress(
  name: string | undefined,
  given: Readonly<Record<string, string>> | undefined,
): string {
  const names = Object.keys({ ...environments, ...given }).join(', ');
  check(name, `There is no address. Pass baseUrl, or set SERVICE_ENV to one of: ${names}.`);
  const setting = `SERVICE_URL_${name.replace(/\W/g, '_').toUpperCase()}`;
  const url = own(given, name) ?? variable(setting) ?? own<string>(environments, name);
  check(
    url,
    `Unknown environment "${name}". Known environments: ${names}. For another environment, set ${setting} or pass baseUrl.`,
  );
  return url;
}

function authentication({
  apiKey,
  accessToken,
}: ClientOptions): Pick<TransportSettings, 'credential' | 'authorize'> {
  const key = apiKey ?? (accessToken === undefined ? variable('SERVICE_API_KEY') : undefined);
  check(
    key ?? accessToken,
    'There is no credential. Set SERVICE_API_KEY or apiKey, or accessToken.',
  );
  return typeof accessToken === 'function' && !key
    ? { authorize: authorizeWithToken(accessToken) }
    : { credential: credentialHeader(key, accessToken as string | undefined) };
}

/** Returns an environment variable, or undefined if it is empty or the platform has no variables. */
function variable(name: string): string | undefined {
  return (
    (globalThis as { process?: { env?: Record<string, string> } }).process?.env?.[name] || undefined
  );
}

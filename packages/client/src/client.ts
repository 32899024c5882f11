import { type ClientOptions, checkedSettings, checkLimits } from './core/client-options.ts';
import { InFlightCalls } from './core/in-flight-calls.ts';
import { startLog, warnOfDeprecation } from './core/logger.ts';
import type { Input, OperationData } from './core/operation.ts';
import type { IdempotentRequestOptions } from './core/request-options.ts';
import { fillPath } from './core/request-url.ts';
import { type ResponsePromise, responsePromise } from './core/response-promise.ts';
import { createTransport } from './core/transport.ts';
import type { Transport } from './core/transport-settings.ts';
import { writeIdempotent } from './core/write.ts';
import { Leaderboard } from './resources/leaderboard.gen.ts';
import { Matches } from './resources/matches.gen.ts';
import { Members } from './resources/members.ts';
import { OAuth } from './resources/oauth.ts';
import { Usage } from './resources/usage.gen.ts';
import { Webhooks } from './resources/webhooks.gen.ts';

/**
 * A client of the Partner Rating Service. Its methods have the names of the operations:
 * `matches.submit` is `client.matches.submit()`.
 *
 * A call resolves with the response as plain data, or rejects with a subclass of `PartnerRatingError`.
 * The client passes on unknown fields and values unchanged.
 *
 * @throws TypeError for an invalid option; the message names it.
 *
 * @example
 * const client = new PartnerRatingClient({
 *   apiKey: 'prk_test',
 *   baseUrl: 'http://localhost:3001/api/v1',
 * });
 * const member = await client.members.get('10482');
 *
 * @example
 * await using client = new PartnerRatingClient({ environment: 'local' }); // reads SERVICE_API_KEY
 */
export class PartnerRatingClient {
  /** Connects players to your application and disconnects them. */
  declare readonly oauth: OAuth;
  /** Looks up members, their ratings and rating changes. */
  declare readonly members: Members;
  /** Submits match results and tournaments. */
  declare readonly matches: Matches;
  /** Ranks players by sport, bracket and location. */
  declare readonly leaderboard: Leaderboard;
  /** Sets the endpoint for events and inspects their deliveries. */
  declare readonly webhooks: Webhooks;
  /** Returns how much of your rate limit is used. */
  declare readonly usage: Usage;

  readonly #options: ClientOptions;
  readonly #send: Transport;
  readonly #inFlight = new InFlightCalls();

  constructor(options: ClientOptions = {}) {
    this.#options = options;
    const settings = checkedSettings(options);
    const { logger } = options;
    const send = createTransport({
      ...settings,
      timers: this.#inFlight,
      startCall: (given) => {
        checkLimits(given);
        return logger ? startLog(logger) : warnOfDeprecation;
      },
    });
    this.#send = send;
    this.oauth = new OAuth(send, settings.baseUrl);
    this.members = new Members(send);
    this.matches = new Matches(send);
    this.leaderboard = new Leaderboard(send);
    this.webhooks = new Webhooks(send);
    this.usage = new Usage(send);
  }

  /**
   * Returns another client with some options replaced. A credential replaces a credential of either kind.
   * `baseUrl` replaces `environment`, and `environment` replaces `baseUrl`. Close each client separately.
   *
   * @throws TypeError for an invalid option; the message names it.
   *
   * @example
   * const player = client.withOptions({ accessToken: tokens.access_token });
   */
  withOptions(changes: ClientOptions): PartnerRatingClient {
    return new PartnerRatingClient({
      ...this.#options,
      ...((changes.apiKey ?? changes.accessToken) && {
        apiKey: undefined,
        accessToken: undefined,
      }),
      ...((changes.baseUrl ?? changes.environment) && {
        baseUrl: undefined,
        environment: undefined,
      }),
      ...changes,
    } as ClientOptions);
  }

  /**
   * Calls an operation for which this version has no method, with everything that a call has: credential,
   * timeouts, retries, errors, and log. A write is retried only if you pass an idempotency key. Put path
   * parameters into `path`: the client then encodes them, and does not log them.
   *
   * @throws TypeError if the path does not begin with a slash.
   *
   * @example
   * const usage = await client.request<Usage>('GET', '/partner/usage');
   *
   * @example
   * const path = { matchId: 'mat_01k4yh2c3q7f8x5b0n6r9w1d4e' };
   * const match = await client.request<Match>('GET', '/partner/matches/{matchId}', { path });
   */
  request<Result = unknown>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: `/${string}`,
    input?: Input<OperationData>,
    options?: IdempotentRequestOptions,
  ): ResponsePromise<Result> {
    if (path[0] !== '/') {
      return responsePromise(Promise.reject(new TypeError('The path must begin with a slash.')));
    }
    return this.#send<OperationData, Result>(
      {
        id: `${method} ${path}`,
        method,
        path,
        fillPath,
        // Only the caller's key, because the client does not know whether the operation takes one.
        write: (init, body, given, _maxRetries, operation) =>
          writeIdempotent(init, body, given, 0, operation),
        // The client does not know the limit of the operation either.
        maxBytes: Infinity,
      },
      input,
      options,
    );
  }

  /**
   * Closes the client: open requests are aborted, and calls in flight and later calls reject with a
   * `PartnerRatingError` whose `code` is `client_closed`. `await using` closes it at the end of a block.
   *
   * @example
   * await client[Symbol.asyncDispose]();
   */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#inFlight.close();
  }
}

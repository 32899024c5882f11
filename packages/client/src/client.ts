import { type ClientOptions, checkedSettings } from './core/client-options.ts';
import { OpenCalls } from './core/open-calls.ts';
import { createSend } from './core/send.ts';
import { createTransport } from './core/transport.ts';
import { Leaderboard } from './resources/leaderboard.ts';
import { Matches } from './resources/matches.ts';
import { Members } from './resources/members.ts';
import { OAuth } from './resources/oauth.ts';
import { Usage } from './resources/usage.ts';
import { Webhooks } from './resources/webhooks.ts';

const noCredential = { apiKey: undefined, accessToken: undefined };
const noAddress = { baseUrl: undefined, environment: undefined };

/**
 * A client of the Partner Rating Service. Its methods bear the names of the operations:
 * `matches.submit` is `client.matches.submit()`.
 *
 * A call gives the answer as plain data or rejects with a `PartnerRatingError` of the kind that
 * fits. Fields and values this version does not know are passed on as they are.
 *
 * @throws TypeError where an option cannot be used; the message says which.
 *
 * @example
 * const client = new PartnerRatingClient({
 *   apiKey: 'prk_test',
 *   baseUrl: 'http://localhost:3001/api/v1',
 * });
 * const member = await client.members.get({ memberId: '10482' });
 *
 * @example
 * await using client = new PartnerRatingClient({ environment: 'local' }); // and SERVICE_API_KEY
 */
export class PartnerRatingClient {
  /** Connects players to your application and disconnects them. */
  readonly oauth: OAuth;
  /** Looks up members, their ratings, and how these changed. */
  readonly members: Members;
  /** Submits match results and tournaments. */
  readonly matches: Matches;
  /** Ranks players by sport, bracket and place. */
  readonly leaderboard: Leaderboard;
  /** Sets where events are sent and looks into their deliveries. */
  readonly webhooks: Webhooks;
  /** Tells how much of your limit is used. */
  readonly usage: Usage;

  readonly #options: ClientOptions;
  readonly #openCalls = new OpenCalls();

  constructor(options: ClientOptions = {}) {
    this.#options = options;
    const openCalls = this.#openCalls;
    const settings = checkedSettings(options);
    const send = createSend(createTransport({ ...settings, openCalls }), options.logger);
    this.oauth = new OAuth(send, settings.baseUrl);
    this.members = new Members(send);
    this.matches = new Matches(send);
    this.leaderboard = new Leaderboard(send);
    this.webhooks = new Webhooks(send);
    this.usage = new Usage(send);
  }

  /**
   * Another client, with these options in place of this one's. A credential takes the place of this
   * one's credential, and so does an address. The two are closed each for itself.
   *
   * @throws TypeError where an option cannot be used; the message says which.
   *
   * @example
   * const player = client.withOptions({ accessToken: tokens.access_token });
   */
  withOptions(changes: ClientOptions): PartnerRatingClient {
    return new PartnerRatingClient({
      ...this.#options,
      ...((changes.apiKey ?? changes.accessToken) && noCredential),
      ...((changes.baseUrl ?? changes.environment) && noAddress),
      ...changes,
    } as ClientOptions);
  }

  /**
   * Closes the client: calls that have no answer yet reject with a `PartnerRatingError` whose `code`
   * is `client_closed`, their requests are aborted, and so is every call to come. `await using` does
   * it at the end of a block.
   *
   * @example
   * await client[Symbol.asyncDispose]();
   */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#openCalls.close();
  }
}

import { type ClientOptions, settings } from './client-options.ts';
import { Leaderboard } from './resources/leaderboard.ts';
import { Matches } from './resources/matches.ts';
import { Members } from './resources/members.ts';
import { OAuth } from './resources/oauth.ts';
import { Usage } from './resources/usage.ts';
import { Webhooks } from './resources/webhooks.ts';
import { createSend } from './send.ts';

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
 *   apiKey: 'prk_…',
 *   baseUrl: 'http://localhost:3001/api/v1',
 * });
 * const member = await client.members.get({ memberId: '10482' });
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

  constructor(options: ClientOptions) {
    const checked = settings(options);
    const send = createSend(checked);
    this.oauth = new OAuth(send, checked.baseUrl);
    this.members = new Members(send);
    this.matches = new Matches(send);
    this.leaderboard = new Leaderboard(send);
    this.webhooks = new Webhooks(send);
    this.usage = new Usage(send);
  }
}

import { UserAgent } from '@partner-rating/browser';
import { PartnerRatingClient } from '@partner-rating/client';
import type { DemonstrationFacts } from '@partner-rating/service/src/console/demonstration/facts.ts';
import { batchOf, matchOf } from '@partner-rating/service/src/matches/testing/batches.ts';
import { pick, sample, seededRandom } from '@partner-rating/service/src/platform/random.ts';

const BULK_SIZE = 20;
const PLAYERS_OF_A_MATCH = 4;
const SCORES = 900;

type Send = () => Promise<unknown>;
/** A mix of everyday requests of partners and players. Each kind has a share of twentieths. */
/** A mix of everyday requests of partners and players, in twentieths. */
export class Mixture {
  /** The number of events for the partner from the matches submitted so far. */
  events = 0;
  readonly #facts: DemonstrationFacts;
  readonly #client: PartnerRatingClient;
  readonly #deck: readonly Send[];
  readonly #random = seededRandom(60);
  readonly #runId = Date.now();
  #cursor: string | undefined;

  constructor(facts: DemonstrationFacts) {
    this.#facts = facts;
    const client = new PartnerRatingClient({ ...facts, maxRetries: 0 });
    this.#client = client;
    const { members, leaderboard, webhooks } = client;
    const { id: memberId } = facts.member;
    const kinds: readonly (readonly [share: number, send: Send])[] = [
      [6, async () => await members.get(this.#someone().id)],
      [3, async () => await this.#submitMatch()],
      [2, async () => await members.getBulk({ ids: this.#sample(BULK_SIZE).map(({ id }) => id) })],
      [2, async () => await members.search({ name: this.#someone().name.split(' ')[1] ?? '' })],
      [2, async () => await this.#pollUpdates()],
      [1, async () => await members.listRatingUpdates({ limit: 20 })],
      [1, async () => await leaderboard.list({ sport: 'pickleball' })],
      [1, async () => await leaderboard.rank({ sport: 'pickleball', memberId })],
      [1, async () => await webhooks.listDeliveries()],
      [1, async () => await this.#logIn()],
    ];
    this.#deck = kinds.flatMap(([share, send]) => Array.from({ length: share }, () => send));
  }

  /** Sends the request with this index. A step of seven keeps two requests of one kind apart. */
  async send(index: number): Promise<void> {
    await this.#deck[(index * 7) % this.#deck.length]?.();
  }

  #someone() {
    return pick(this.#random, this.#facts.otherMembers);
  }

  #sample(size: number) {
    return sample(this.#random, this.#facts.otherMembers, size);
  }

  async #submitMatch(): Promise<void> {
    const [one, two, three, four] = this.#sample(PLAYERS_OF_A_MATCH);
    if (!one || !two || !three || !four) throw new Error('The demonstration has too few players.');
    const teams = [
      [one, two],
      [three, four],
    ];
    const identifier = `soak-${this.#runId}-${this.events}`;
    this.events += PLAYERS_OF_A_MATCH;
    // If the same players meet again on the same day, their score differs. Otherwise it would be a
    // duplicate.
    const winScore = 11 + ((this.events / PLAYERS_OF_A_MATCH) % SCORES);
    const games = [{ scores: [winScore, 7], winScore }];
    const matchDate = new Date().toISOString();
    const batch = batchOf([matchOf(identifier, teams, { games })], { matchDate });
    await this.#client.matches.submit(batch);
  }

  async #pollUpdates(): Promise<void> {
    const page = await this.#client.members.listRatingUpdates({
      limit: 20,
      ...(this.#cursor !== undefined && { cursor: this.#cursor }),
    });
    this.#cursor = page.nextCursor ?? this.#cursor;
  }

  async #logIn(): Promise<void> {
    const browser = new UserAgent();
    const page = await browser.open(new URL('/account', this.#facts.baseUrl).href);
    const { email, password } = this.#facts.member;
    const account = await browser.submit(page, '/account/log-in', { email, password });
    if (account.status !== 200) throw new Error(`The log-in was answered with ${account.status}.`);
  }
}

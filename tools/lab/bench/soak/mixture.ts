import { UserAgent } from '@partner-rating/browser';
import { PartnerRatingClient } from '@partner-rating/client';
import type { DemonstrationFacts } from '@partner-rating/service/src/console/demonstration/facts.ts';
import { batchOf, matchOf } from '@partner-rating/service/src/matches/testing/batches.ts';
import { pick, sample, seededRandom } from '@partner-rating/service/src/platform/random.ts';

const BULK_SIZE = 20;
const PLAYERS_OF_A_MATCH = 4;
const SCORES = 900;

export interface Mixture {
  /** Sends the request with this index. */
  send: (index: number) => Promise<unknown>;
  /** The number of events for the partner from the matches submitted so far. */
  events: () => number;
}

/** A mix of everyday requests of partners and players, in twentieths. */
export function createMixture({
  apiKey,
  baseUrl,
  member,
  otherMembers,
}: DemonstrationFacts): Mixture {
  const client = new PartnerRatingClient({ apiKey, baseUrl, maxRetries: 0 });
  const random = seededRandom(60);
  const someone = () => pick(random, otherMembers);
  const runId = Date.now();
  let events = 0;
  let cursor: string | undefined;

  async function submitMatch(): Promise<void> {
    const [one, two, three, four] = sample(random, otherMembers, PLAYERS_OF_A_MATCH);
    if (!one || !two || !three || !four) throw new Error('The demonstration has too few players.');
    const teams = [
      [one, two],
      [three, four],
    ];
    const identifier = `soak-${runId}-${events}`;
    events += PLAYERS_OF_A_MATCH;
    // If the same players meet again on the same day, their score differs. Otherwise it would be a
    // duplicate.
    const winScore = 11 + ((events / PLAYERS_OF_A_MATCH) % SCORES);
    const games = [{ scores: [winScore, 7], winScore }];
    const matchDate = new Date().toISOString();
    await client.matches.submit(batchOf([matchOf(identifier, teams, { games })], { matchDate }));
  }

  async function pollUpdates(): Promise<void> {
    const page = await client.members.listRatingUpdates({
      limit: 20,
      ...(cursor !== undefined && { cursor }),
    });
    cursor = page.nextCursor ?? cursor;
  }

  async function logIn(): Promise<void> {
    const browser = new UserAgent();
    const page = await browser.open(new URL('/account', baseUrl).href);
    const { email, password } = member;
    const account = await browser.submit(page, '/account/log-in', { email, password });
    if (account.status !== 200) throw new Error(`The log-in was answered with ${account.status}.`);
  }

  const getMember = async () => await client.members.get(someone().id);
  const kinds: readonly (readonly [share: number, send: () => Promise<unknown>])[] = [
    [6, getMember],
    [3, submitMatch],
    [
      2,
      async () => {
        const ids = sample(random, otherMembers, BULK_SIZE).map(({ id }) => id);
        await client.members.getBulk({ ids });
      },
    ],
    [2, async () => await client.members.search({ name: someone().name.split(' ')[1] ?? '' })],
    [2, pollUpdates],
    [1, async () => await client.members.listRatingUpdates({ limit: 20 })],
    [1, async () => await client.leaderboard.list({ sport: 'pickleball' })],
    [1, async () => await client.leaderboard.rank({ sport: 'pickleball', memberId: member.id })],
    [1, async () => await client.webhooks.listDeliveries()],
    [1, logIn],
  ];
  const deck = kinds.flatMap(([share, send]) => Array.from({ length: share }, () => send));
  return {
    // Every seventh, so that requests of one kind are not adjacent.
    send: async (index) => await (deck[(index * 7) % deck.length] ?? getMember)(),
    events: () => events,
  };
}

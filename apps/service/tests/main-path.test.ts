import { createHash, randomBytes } from 'node:crypto';
import { UserAgent } from '@partner-rating/browser';
import { type MatchBatch, PartnerRatingClient } from '@partner-rating/client';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAccount } from '../src/account/register.ts';
import type { Dependencies } from '../src/platform/configuration/dependencies.ts';
import { openDatabase } from '../src/platform/database/migrate.ts';
import type { Database } from '../src/platform/database/schema.ts';
import { startPgBouncer } from '../src/testing/pgbouncer.ts';
import {
  createEmptyPostgres,
  createTestDatabase,
  everyDatabase,
} from '../src/testing/test-database.ts';
import { startTestService } from '../src/testing/test-service.ts';
import { openWebhookReceiver } from '../src/testing/webhook-receiver.ts';

const password = 'a long walk to the net';
const scope = [
  'user:profile:read',
  'user:rating:read',
  'user:rating:history',
  'user:match:submit',
  'user:webhook:subscribe',
].join(' ');

const people = [
  { firstName: 'Mike', lastName: 'Brennan', gender: 'MALE', birthDate: '1986-04-30' },
  { firstName: 'Priya', lastName: 'Natarajan', gender: 'FEMALE', birthDate: '1984-01-12' },
  { firstName: 'Daniel', lastName: 'Okafor', gender: 'MALE', birthDate: '1972-07-07' },
  { firstName: 'Sofia', lastName: 'Lindqvist', gender: 'FEMALE', birthDate: '1980-11-23' },
] as const;

async function createPlayers(dependencies: Dependencies) {
  return await Promise.all(
    people.map(async (person) => {
      const email = `${person.firstName.toLowerCase()}@example.com`;
      const account = { ...person, email, password, isDiscoverable: true };
      const { memberId } = await createAccount(dependencies, account);
      return { ...person, email, id: memberId };
    }),
  );
}

/** Creates a database that two instances have migrated at once through PgBouncer, in which connections share sessions. */
async function pooledDatabase(): Promise<Database> {
  const { url, preparesStatements, stop } = await startPgBouncer(await createEmptyPostgres());
  const open = async () => {
    const options = { dataDirectory: '', databasePreparedStatements: preparesStatements };
    const { database, close } = await openDatabase({ databaseUrl: url, ...options });
    return { database, close };
  };
  const [one, other] = await Promise.all([open(), open()]);
  onTestFinished(async () => {
    await Promise.all([one.close(), other.close()]);
    await stop();
  });
  return one.database;
}

/** Connects a player: log-in and consent as a browser submits them, then the exchange. Returns the tokens. */
async function connect(
  client: PartnerRatingClient,
  redirectUri: string,
  { id, email }: { id: string; email: string },
) {
  const state = randomBytes(16).toString('base64url');
  const verifier = randomBytes(32).toString('base64url');
  const { authorization_url } = await client.oauth.authorize({
    redirect_uri: redirectUri,
    scope,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const browser = new UserAgent();
  const logIn = await browser.open(authorization_url);
  const consent = await browser.submit(logIn, '/connect/log-in', { email, password });
  expect(consent.html).toContain('Courtside Club');
  const returned = await browser.submit(consent, '/connect/consent', { decision: 'allow' });
  const callback = new URL(returned.url);
  expect(callback.origin + callback.pathname).toBe(redirectUri);
  expect(callback.searchParams.get('state')).toBe(state);
  expect(callback.searchParams.get('iss')).toBe(new URL('/api/v1', authorization_url).href);
  const tokens = await client.oauth.exchangeToken({
    code: callback.searchParams.get('code') ?? '',
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  expect(tokens).toMatchObject({ player_id: id, scope: scope.split(' ') });
  return tokens;
}

/** Returns a batch of a singles and a doubles match of these players. */
const eveningOf = (mike: string, priya: string, daniel: string, sofia: string): MatchBatch => ({
  ...{ sport: 'pickleball', winScore: 11, winBy: 2 },
  matches: [
    {
      identifier: 'singles-1',
      teams: [[mike], [daniel]],
      games: [{ scores: [11, 7] }, { scores: [11, 9] }],
    },
    {
      identifier: 'doubles-1',
      teams: [
        [mike, priya],
        [daniel, sofia],
      ],
      games: [{ scores: [11, 8] }, { scores: [9, 11] }, { scores: [11, 6] }],
    },
  ],
});

describe.each([...everyDatabase, 'PostgreSQL behind PgBouncer in transaction mode'] as const)(
  'the main path on %s',
  (kind) => {
    const isPooled = kind === 'PostgreSQL behind PgBouncer in transaction mode';

    it('leads from connecting a player to a verified webhook about the new rating', async () => {
      const receiver = await openWebhookReceiver();
      onTestFinished(receiver.close);
      const { baseUrl, partner, dependencies } = await startTestService({
        database: isPooled ? await pooledDatabase() : await createTestDatabase(kind),
        environment: { WEBHOOK_PRIVATE_TARGETS: receiver.target },
      });
      const players = await createPlayers(dependencies);
      const client = new PartnerRatingClient({ apiKey: partner.apiKey, baseUrl });
      const { secret } = await client.webhooks.createEndpoint({
        url: receiver.url,
        events: ['rating.updated'],
      });

      const tokens = [];
      for (const player of players) tokens.push(await connect(client, partner.redirectUri, player));

      const [mike, priya, daniel, sofia] = players.map((player) => player.id) as [
        string,
        string,
        string,
        string,
      ];
      const before = await client.members.get(mike);
      expect(before).toMatchObject({ id: mike, displayName: 'Mike B.' });
      expect(before.sport?.pickleball).toBeUndefined();

      const result = await client.matches.submit(eveningOf(mike, priya, daniel, sofia));
      expect(result).toMatchObject({ success: true, numMatches: 2, numGames: 5, duplicates: 0 });

      // The player's own token reads the same rating as the partner's key.
      const asPlayer = new PartnerRatingClient({
        accessToken: tokens[0]?.access_token ?? '',
        baseUrl,
      });
      const after = await asPlayer.members.get();
      const rating = after.sport?.pickleball;
      const change = result.ratingChanges.find(
        ({ id, bracket }) => id === mike && bracket === 'overall-open',
      );
      expect(rating?.R).toBe(change?.newRating);
      expect(rating?.R).toBeGreaterThan(3.5);
      expect(Object.keys(rating?.splits ?? {}).sort()).toEqual(
        ['overall', 'singles', 'doubles', 'mixed']
          .flatMap((category) =>
            ['open', '35+', '40+'].map((division) => `${category}-${division}`),
          )
          .sort(),
      );

      const { history } = await asPlayer.members.listRatingHistory(undefined, {
        bracket: 'overall-open',
      });
      expect(history.map((entry) => entry.matchId)).toEqual(
        result.matches.map((match) => match.id).reverse(),
      );
      expect(history[0]?.newRating).toBe(rating?.R);
      expect(history.at(-1)?.previousRating).toBeNull();

      // One event for each player, signed. The receiver verifies it with an independent library.
      const received = await Promise.all(players.map((_, position) => receiver.received(position)));
      const events = received.map(
        ({ headers, body }) => new Webhook(secret ?? '').verify(body, headers) as RatingUpdated,
      );
      expect(events.map((event) => event.data.id).sort()).toEqual(
        [mike, priya, daniel, sofia].sort(),
      );
      const update = events.find((event) => event.data.id === mike);
      expect(update).toMatchObject({
        type: 'rating.updated',
        data: { sport: 'pickleball', newRating: rating?.R, sequence: 1 },
      });

      const { logIns, ratedMatches } = dependencies.serviceCounts ?? {};
      expect(logIns?.counts().get('succeeded')).toBe(players.length);
      expect(ratedMatches?.counts().get('pickleball')).toBe(2);

      // The receiver has the delivery before the dispatcher has recorded it.
      await expect
        .poll(async () => (await client.webhooks.listDeliveries({ status: 'success' })).deliveries)
        .toHaveLength(players.length);
    });
  },
);

interface RatingUpdated {
  type: string;
  data: { id: string; sport: string; newRating: number; sequence: number };
}

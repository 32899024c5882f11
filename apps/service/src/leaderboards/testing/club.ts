import type { Schemas } from '@partner-rating/server';
import { createKey } from '../../console/actions/keys.ts';
import { createPartner } from '../../console/actions/partners.ts';
import type { Database } from '../../platform/database/schema.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { type InsertedPlayer, insertTexan, type PlayerFacts, rate } from './players.ts';

export interface LeaderboardClub {
  service: TestService;
  database: Database;
  /** The players of the contract's story by first name. */
  players: Record<'mike' | 'priya' | 'daniel' | 'sofia' | 'lena', InsertedPlayer>;
  list: (query: Record<string, string>, apiKey?: string) => Promise<Answer<Schemas.Leaderboard>>;
  /** The key of another application, to which nobody connected. */
  addPartner: () => Promise<string>;
  rank: (body: unknown, headers?: Record<string, string>) => Promise<Answer<Schemas.PlayerRank>>;
}

export interface Answer<Body> {
  status: number;
  headers: Headers;
  body: Body & Schemas.Problem;
}

/** A service with the players of the contract's story on its pickleball boards. */
export async function openLeaderboardClub(): Promise<LeaderboardClub> {
  const database = await createTestDatabase('postgres');
  const service = await startTestService({ database });
  const players = {
    mike: await add(database, 4.268, { is_vairified: true }),
    priya: await add(database, 4.155, {
      first_name: 'Priya',
      last_name: 'Natarajan',
      gender: 'FEMALE',
    }),
    daniel: await add(database, 4.371, {
      first_name: 'Daniel',
      last_name: 'Okafor',
      city: 'Round Rock',
    }),
    sofia: await add(database, 4.016, {
      first_name: 'Sofia',
      last_name: 'Lindqvist',
      gender: 'FEMALE',
      city: 'San Antonio',
    }),
    lena: await add(
      database,
      3.5,
      { first_name: 'Lena', last_name: 'Hoffmann', gender: 'FEMALE' },
      2,
    ),
  };
  const ask = async <Body>(path: string, init: RequestInit): Promise<Answer<Body>> => {
    const response = await fetch(`${service.baseUrl}${path}`, init);
    const body = (await response.json()) as Body & Schemas.Problem;
    return { status: response.status, headers: response.headers, body };
  };
  const { apiKey } = service.partner;
  return {
    service,
    database,
    players,
    list: (query, key = apiKey) =>
      ask(`/leaderboard?${new URLSearchParams(query)}`, { headers: { 'x-api-key': key } }),
    addPartner: async () => {
      const [clientId, redirectUris] = ['other', ['https://other.example/callback']];
      await createPartner(service.dependencies, { clientId, name: 'Other', redirectUris });
      const scopes = ['key:leaderboard:read'] as const;
      return (await createKey(service.dependencies, { clientId, scopes })).apiKey;
    },
    rank: (body, headers = {}) =>
      ask('/leaderboard/rank', {
        method: 'POST',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
  };
}

async function add(
  database: Database,
  rating: number,
  facts: Partial<PlayerFacts>,
  games = 40,
): Promise<InsertedPlayer> {
  const player = await insertTexan(database, facts);
  await rate(database, player.id, { rating, games });
  return player;
}

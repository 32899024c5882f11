// Benchmark: the pages of a player with many matches, compared with few matches and with the API.

import { createAccount } from '@partner-rating/service/src/account/register.ts';
import { buildApp } from '@partner-rating/service/src/app.ts';
import { players as playerRealm } from '@partner-rating/service/src/connect/login/realms.ts';
import { beginSession } from '@partner-rating/service/src/connect/login/sessions.ts';
import { ingestBatch } from '@partner-rating/service/src/matches/submit/ingest-batch.ts';
import { readConfiguration } from '@partner-rating/service/src/platform/configuration/configuration.ts';
import {
  BASE_PATH,
  type Dependencies,
} from '@partner-rating/service/src/platform/configuration/dependencies.ts';
import { openPostgres } from '@partner-rating/service/src/platform/database/connect.ts';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import { insertConnection } from '@partner-rating/service/src/testing/builders.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import type { Benchmark } from './benchmark.ts';
import { measureInRounds, millisecondsOf, ONE_ROUND } from './measure/rounds.ts';
import { median } from './measure/statistics.ts';

const FEW = 10;
const OPPONENTS = 50;
const MATCHES_A_BATCH = 500;
const HOUR = 60 * 60 * 1_000;
const SPORT = 'pickleball';
const GRANTED = ['user:profile:read', 'user:rating:read', 'user:rating:history'];
const SIZES = {
  full: { many: 10_000, rounds: { warmUp: 10, counted: 60 } },
  short: { many: 100, rounds: ONE_ROUND },
};

/**
 * Compares the pages of a player with ten thousand matches and a player with ten, and the ratings
 * page with the API reads of the same data: ratings, latest changes of the main rating, latest
 * matches, and a rank for each bracket.
 */
export const benchmarkPlayer: Benchmark = async ({ dataset, copyDataset, length }) => {
  const { many, rounds } = SIZES[length];
  const { databaseUrl, applicationId, apiKey } = await copyDataset(dataset);
  const { database, close } = openPostgres(databaseUrl);
  const dependencies: Dependencies = {
    database,
    clock: () => new Date(),
    configuration: readConfiguration({
      ...{ SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') },
      ...{ RATE_LIMIT: '0', NETWORK_RATE_LIMIT: '0' },
    }),
    publicUrl: 'http://localhost:3001',
  };
  // Logs why a page failed.
  const app = await buildApp(dependencies, { logger: pino({ level: 'error' }) });
  try {
    const players = {
      few: await createPlayer(dependencies, applicationId, FEW),
      many: await createPlayer(dependencies, applicationId, many),
    };
    // PostgreSQL does this by itself a minute after so many new rows.
    await sql`analyze`.execute(database);
    const pages = new Pages(app, apiKey);
    const compare = async (url: string) => {
      const measured = await measureInRounds(rounds, {
        few: () => pages.open(url, players.few),
        many: () => pages.open(url, players.many),
      });
      return {
        ratio: median(measured.map((round) => round.many / round.few)),
        milliseconds: median(measured.map((round) => round.many)),
      };
    };
    const compareWithReads = async (player: Player) => {
      const measured = await measureInRounds(rounds, {
        page: () => pages.open('/account', player),
        reads: () => pages.readFromApi(player),
      });
      return median(measured.map(({ page, reads }) => page / reads));
    };
    const account = await compare('/account');
    const matches = await compare('/account/matches');
    const name = `of ${many} matches / of ${FEW}`;
    const read = (matches: number) =>
      `account page of ${matches} matches / the same read from the API`;
    return [
      { name: read(FEW), value: await compareWithReads(players.few), goal: { atMost: 1.3 } },
      { name: read(many), value: await compareWithReads(players.many), goal: { atMost: 1.3 } },
      // The peak and the chart cover the whole career.
      { name: `account page ${name}`, value: account.ratio, goal: { atMost: 2.5 } },
      { name: 'account page in ms', value: account.milliseconds },
      { name: `page of matches ${name}`, value: matches.ratio, goal: { atMost: 2 } },
      { name: 'page of matches in ms', value: matches.milliseconds },
    ];
  } finally {
    await app.close();
    await close();
  }
};

interface Player {
  memberId: string;
  cookie: string;
}

/** Creates a logged-in player who has played this number of matches. */
async function createPlayer(
  dependencies: Dependencies,
  applicationId: string,
  matches: number,
): Promise<Player> {
  const { database } = dependencies;
  const { memberId } = await createAccount(dependencies, {
    firstName: 'Ann',
    lastName: `Player of ${matches}`,
    email: `${matches}@example.com`,
    password: 'racket strings at noon',
    isDiscoverable: true,
  });
  const opponents = await findOpponents(database);
  await play(dependencies, { applicationId, memberId, opponents, matches });
  const token = await beginSession(dependencies, {
    realm: playerRealm,
    accountId: memberId,
    previousToken: null,
    userAgent: null,
  });
  await insertConnection(database, applicationId, memberId, GRANTED);
  return { memberId, cookie: `partner-rating-session=${token}` };
}

/** Milliseconds of a player's pages, and of the API reads of the same data. */
class Pages {
  readonly #app: Awaited<ReturnType<typeof buildApp>>;
  readonly #apiKey: string;

  constructor(app: Awaited<ReturnType<typeof buildApp>>, apiKey: string) {
    this.#app = app;
    this.#apiKey = apiKey;
  }

  async open(url: string, { cookie }: Player): Promise<number> {
    return await millisecondsOf(async () => {
      const { statusCode, body } = await this.#app.inject({ url, headers: { cookie } });
      if (statusCode !== 200 || !body.includes('class="result"')) throw new Error(body);
    });
  }

  /** The requests of an application that shows the same data, one after the other. */
  async readFromApi({ memberId }: Player): Promise<number> {
    return await millisecondsOf(async () => {
      const path = '/partner/member';
      const latest = `memberId=${memberId}&sport=${SPORT}&limit=100`;
      await this.#request(`${path}?memberId=${memberId}`);
      await this.#request(`${path}/rating-history?${latest}&bracket=overall-open`);
      await this.#request(`${path}/matches?${latest}`);
      for (const category of ['overall', 'singles']) {
        const board = { category, ageBracket: 'open', scope: 'global', contextSize: 0 };
        await this.#request('/leaderboard/rank', { memberId, sport: SPORT, ...board });
      }
    });
  }

  async #request(path: string, body?: object): Promise<void> {
    const answer = await this.#app.inject({
      ...{ url: `${BASE_PATH}${path}`, headers: { 'x-api-key': this.#apiKey } },
      ...(body !== undefined && { method: 'POST', payload: body }),
    });
    if (answer.statusCode !== 200) throw new Error(answer.body);
  }
}

async function findOpponents(database: Database): Promise<string[]> {
  const members = await database
    .selectFrom('member')
    .select('id')
    .where('is_discoverable', '=', true)
    .orderBy('id')
    .limit(OPPONENTS)
    .execute();
  return members.map(({ id }) => id);
}

interface Season {
  applicationId: string;
  memberId: string;
  opponents: readonly string[];
  matches: number;
}

/** Matches one hour apart. The last one ended an hour ago. */
async function play(
  dependencies: Dependencies,
  { applicationId, memberId, opponents, matches }: Season,
): Promise<void> {
  const start = Date.now() - matches * HOUR;
  for (let first = 0; first < matches; first += MATCHES_A_BATCH) {
    const numbers = Array.from(
      { length: Math.min(MATCHES_A_BATCH, matches - first) },
      (_, index) => first + index,
    );
    const batch = {
      ...{ sport: SPORT, winScore: 11, winBy: 2 },
      matches: numbers.map((number) => ({
        identifier: `${memberId} ${number}`,
        teams: [[memberId], [opponents[number % OPPONENTS] ?? '']],
        games: [{ scores: number % 2 === 0 ? [11, number % 9] : [number % 9, 11] }],
        matchDate: new Date(start + number * HOUR).toISOString(),
      })),
    };
    const outcome = await ingestBatch(dependencies, { applicationId, trusted: true }, batch);
    if (outcome.kind !== 'handled') throw new Error(JSON.stringify(outcome.errors));
  }
}

import { createAccount } from '@partner-rating/service/src/account/register.ts';
import { buildApp } from '@partner-rating/service/src/app.ts';
import { beginSession } from '@partner-rating/service/src/connect/login/sessions.ts';
import { ingestBatch } from '@partner-rating/service/src/matches/submit/ingest-batch.ts';
import { readConfiguration } from '@partner-rating/service/src/platform/configuration/configuration.ts';
import type { Dependencies } from '@partner-rating/service/src/platform/configuration/dependencies.ts';
import { openPostgres } from '@partner-rating/service/src/platform/database/connect.ts';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import { pino } from 'pino';
import type { Benchmark } from './benchmark.ts';
import { measureInRounds, millisecondsOf, ONE_ROUND } from './measure/rounds.ts';
import { median } from './measure/statistics.ts';

const FEW = 10;
const OPPONENTS = 50;
const MATCHES_A_BATCH = 500;
const HOUR = 60 * 60 * 1_000;
const SIZES = {
  full: { many: 10_000, rounds: { warmUp: 10, counted: 60 } },
  short: { many: 100, rounds: ONE_ROUND },
};

/** The pages of a player who played ten thousand matches beside those of one who played ten. */
export const benchmarkPlayer: Benchmark = async ({ dataset, copyDataset, length }) => {
  const sizes = SIZES[length];
  const { databaseUrl, applicationId } = await copyDataset(dataset);
  const { database, close } = openPostgres(databaseUrl);
  const dependencies: Dependencies = {
    database,
    clock: () => new Date(),
    configuration: readConfiguration({ SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') }),
    publicUrl: 'http://localhost:3001',
  };
  // It says why a page could not be made.
  const app = await buildApp(dependencies, { logger: pino({ level: 'error' }) });
  try {
    const opponents = await findOpponents(database);
    const newPlayer = async (matches: number) => {
      const names = { firstName: 'Ann', lastName: `Player of ${matches}` };
      const account = {
        ...names,
        email: `${matches}@example.com`,
        password: 'racket strings at noon',
      };
      const { memberId } = await createAccount(dependencies, account);
      await play(dependencies, { applicationId, memberId, opponents, matches });
      const token = await beginSession(dependencies, {
        memberId,
        previousToken: null,
        userAgent: null,
      });
      return `partner-rating-session=${token}`;
    };
    const cookies = { few: await newPlayer(FEW), many: await newPlayer(sizes.many) };
    const compare = async (url: string) => {
      const open = (cookie: string) => async () =>
        await millisecondsOf(async () => {
          const { statusCode, body } = await app.inject({ url, headers: { cookie } });
          if (statusCode !== 200 || !body.includes('class="result"')) throw new Error(body);
        });
      const rounds = await measureInRounds(sizes.rounds, {
        few: open(cookies.few),
        many: open(cookies.many),
      });
      return {
        ratio: median(rounds.map(({ few, many }) => many / few)),
        milliseconds: median(rounds.map(({ many }) => many)),
      };
    };
    const account = await compare('/account');
    const matches = await compare('/account/matches');
    const name = `of ${sizes.many} matches / of ${FEW}`;
    return [
      { name: `account page ${name}`, value: account.ratio, goal: { atMost: 2 } },
      { name: 'account page in ms', value: account.milliseconds },
      { name: `page of matches ${name}`, value: matches.ratio, goal: { atMost: 2 } },
      { name: 'page of matches in ms', value: matches.milliseconds },
    ];
  } finally {
    await app.close();
    await close();
  }
};

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

/** Matches an hour apart, the last of them an hour ago. */
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
      ...{ sport: 'pickleball', winScore: 11, winBy: 2 },
      matches: numbers.map((number) => ({
        identifier: `${memberId} ${number}`,
        teams: [[memberId], [opponents[number % OPPONENTS] ?? '']],
        games: [{ scores: number % 2 === 0 ? [11, number % 9] : [number % 9, 11] }],
        matchDate: new Date(start + number * HOUR).toISOString(),
      })),
    };
    const outcome = await ingestBatch(dependencies, { applicationId, trusted: true }, batch);
    if (outcome.kind !== 'handled') throw new Error(JSON.stringify(outcome.faults));
  }
}

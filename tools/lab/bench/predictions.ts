import { openPostgres } from '@partner-rating/service/src/platform/database/connect.ts';
import type { Benchmark, Dataset } from './benchmark.ts';
import { requestText, sendOneByOne } from './measure/closed-loop.ts';
import { measureInRounds, ONE_ROUND } from './measure/rounds.ts';
import { median } from './measure/statistics.ts';
import { startServer } from './servers/server-process.ts';

const ROUNDS = { full: { warmUp: 2, counted: 12 }, short: ONE_ROUND };
const MATCHES = 100;
const PLAYERS_A_MATCH = 4;
const SPORT = 'pickleball';
const GROWN_UP = '2000-01-01';

/**
 * Predictions over HTTP. A prediction of a hundred matches, and the fairest teams of eight players,
 * are compared with a read of as many members, because both are mostly a read. The largest search
 * for fair teams is compared with the hundred matches.
 */
export const benchmarkPredictions: Benchmark = async (context) => {
  const dataset = await context.copyDataset(context.dataset);
  const service = await startServer('service', { DATABASE_URL: dataset.databaseUrl });
  try {
    const ids = await chooseMembers(dataset);
    const { apiKey } = dataset;
    const bulk = (members: number) =>
      requestText(`/partner/members?ids=${ids.slice(0, members).join(',')}`, apiKey);
    const post = (path: string, body: object) =>
      requestText(`/partner/matches/${path}`, apiKey, { sport: SPORT, ...body });
    const balance = (players: number, teamSize: number) =>
      post('balance', { players: ids.slice(0, players), teamSize });
    /** Milliseconds of one request, one after the other. */
    const timeOf = async (request: string, count: number) => {
      const { port } = service;
      return (await sendOneByOne({ port, requests: [request], count, connections: 1 })) / count;
    };
    const rounds = await measureInRounds(ROUNDS[context.length], {
      bulk: async () => await timeOf(bulk(MATCHES), 40),
      bulkOfEight: async () => await timeOf(bulk(8), 40),
      predict: async () => await timeOf(post('predict', { matches: matchesOf(ids) }), 20),
      ofEight: async () => await timeOf(balance(8, 2), 40),
      // The largest search.
      ofSixteen: async () => await timeOf(balance(16, 4), 5),
    });
    type Times = (typeof rounds)[number];
    const ratio = (ratioOf: (times: Times) => number) => median(rounds.map(ratioOf));
    return [
      {
        name: `predict of ${MATCHES} matches of ${PLAYERS_A_MATCH} / bulk of ${MATCHES}, times the time`,
        value: ratio((times) => times.predict / times.bulk),
        // The prediction reads and validates four times as many members.
        goal: { atMost: 2.25 },
      },
      {
        name: 'balance of 8 / bulk of 8, times the time',
        value: ratio((times) => times.ofEight / times.bulkOfEight),
        goal: { atMost: 2 },
      },
      {
        name: `balance of 16 in fours / predict of ${MATCHES} matches, times the time`,
        value: ratio((times) => times.ofSixteen / times.predict),
        goal: { atMost: 15 },
      },
    ];
  } finally {
    await service.stop();
  }
};

/** Returns adult players who can be found and who show their ratings. */
async function chooseMembers({ databaseUrl }: Dataset): Promise<string[]> {
  const { database, close } = openPostgres(databaseUrl);
  const members = await database
    .selectFrom('member')
    .leftJoin('connection', 'connection.member_id', 'member.id')
    .select('member.id')
    .where('is_discoverable', '=', true)
    .where('connection.id', 'is', null)
    .where('is_ghost', '=', false)
    .where('birth_date', '<', GROWN_UP)
    .orderBy((expression) => expression.fn('md5', ['member.id']))
    .limit(MATCHES * PLAYERS_A_MATCH)
    .execute();
  await close();
  return members.map(({ id }) => id);
}

function matchesOf(ids: readonly string[]): object[] {
  return Array.from({ length: MATCHES }, (_, match) => {
    const [one, two, three, four] = ids.slice(match * PLAYERS_A_MATCH);
    return {
      teams: [
        [one, two],
        [three, four],
      ],
    };
  });
}

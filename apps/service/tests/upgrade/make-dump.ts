import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { UserAgent } from '@partner-rating/browser';
import { PartnerRatingClient } from '@partner-rating/client';
import { providedProgram } from '@partner-rating/provision';
import { pino } from 'pino';
import { createAccount } from '../../src/account/register.ts';
import { turnOn } from '../../src/connect/login/testing/second-factor.ts';
import { createKey, DEFAULT_KEY_SCOPES } from '../../src/console/actions/keys.ts';
import { createPartner } from '../../src/console/actions/partners.ts';
import { readConfiguration } from '../../src/platform/configuration/configuration.ts';
import { baseAddress, type Dependencies } from '../../src/platform/configuration/dependencies.ts';
import { openDatabase } from '../../src/platform/database/migrate.ts';
import type { Database } from '../../src/platform/database/schema.ts';
import { startService } from '../../src/service.ts';
import { startPostgresCluster } from '../../src/testing/postgres-cluster.ts';

/** What the test needs to know about a dump. */
export interface DumpFacts {
  /** The time of the clock of its service. */
  takenAt: string;
  secretsKey: string;
  apiKey: string;
  player: { id: string; email: string; password: string; refreshToken: string };
  rating: number;
  historyMatchIds: (string | null)[];
}

export interface Dump {
  facts: DumpFacts;
  sql: string;
}

const password = 'a long walk to the net';

const redirectUri = 'https://courtside.example/callback';

const clientId = 'courtside-club';

// Nobody listens there, so the dump has deliveries that are retried.
const hooks = '127.0.0.1:9';

/** Dumps a small database that was used for a while. */
export async function makeDump(): Promise<Dump> {
  const began = Date.now();
  const clock = () => new Date(Date.parse('2026-10-01T12:00:00Z') + Date.now() - began);
  const secretsKey = randomBytes(32).toString('base64');
  const directory = await mkdtemp(join(tmpdir(), 'partner-rating-dump-'));
  const cluster = await startPostgresCluster({ version: 'oldest' });
  const opened = await openDatabase({ databaseUrl: cluster.url, dataDirectory: directory });
  const service = await startService({
    database: opened.database,
    configuration: readConfiguration({
      PORT: '0',
      SEED: 'none',
      DATA_DIR: directory,
      SECRETS_KEY: secretsKey,
      WEBHOOK_PRIVATE_TARGETS: hooks,
    }),
    logger: pino({ level: 'silent' }),
    clock,
  });
  const facts = {
    secretsKey,
    ...(await live(service.dependencies)),
    takenAt: clock().toISOString(),
  };
  await service.stop();
  await opened.close();
  const text = await dump(cluster.url);
  await cluster.stop();
  await rm(directory, { recursive: true });
  return { facts, sql: text };
}

interface Player {
  id: string;
  email: string;
}

/** Creates a club with four connected players who have played for a few weeks. */
async function live(
  dependencies: Dependencies,
): Promise<Omit<DumpFacts, 'secretsKey' | 'takenAt'>> {
  const { database } = dependencies;
  const baseUrl = baseAddress(dependencies);
  await createPartner(dependencies, {
    clientId,
    name: 'Courtside Club',
    redirectUris: [redirectUri],
  });
  const scopes = [...DEFAULT_KEY_SCOPES, 'key:tournament:import'];
  const { apiKey } = await createKey(dependencies, { clientId, scopes });
  const client = new PartnerRatingClient({ apiKey, baseUrl });
  await client.webhooks.createEndpoint({
    url: `http://${hooks}/hooks`,
    events: ['rating.updated'],
  });

  const players = [];
  for (const firstName of ['Mike', 'Priya', 'Daniel', 'Sofia']) {
    const email = `${firstName.toLowerCase()}.brennan@example.com`;
    const person = { firstName, lastName: 'Brennan', birthDate: '1986-04-30', email, password };
    const { memberId: id } = await createAccount(dependencies, person);
    players.push({ id, email, refreshToken: await connect(client, email) });
  }
  const [mike, priya, daniel, sofia] = players;
  if (!mike || !priya || !daniel || !sofia) throw new Error('There are four players.');
  await turnOn(dependencies, { memberId: priya.id, email: priya.email });

  await play(client, { mike, priya, daniel, sofia });
  await settled(database);

  const { history } = await client.members.listRatingHistory(mike.id, { bracket: 'overall-open' });
  const { sport } = await client.members.get(mike.id);
  return {
    apiKey,
    player: { ...mike, password },
    rating: sport?.pickleball?.R ?? 0,
    historyMatchIds: history.map(({ matchId }) => matchId),
  };
}

/** Plays matches in and out of order, a void match, and a tournament with a stranger. */
async function play(
  client: PartnerRatingClient,
  { mike, priya, daniel, sofia }: Record<'mike' | 'priya' | 'daniel' | 'sofia', Player>,
): Promise<void> {
  const submit = async (identifier: string, day: number, teams: { id: string }[][]) => {
    const { matches } = await client.matches.submit({
      sport: 'pickleball',
      winScore: 11,
      winBy: 2,
      matches: [
        {
          identifier,
          matchDate: new Date(Date.UTC(2026, 8, day, 15, 30)).toISOString(),
          teams: teams.map((team) => team.map(({ id }) => id)),
          games: [{ scores: [11, day % 9] }, { scores: [11, 9] }],
        },
      ],
    });
    const id = matches[0]?.id ?? null;
    if (id === null) throw new Error(`${identifier} was not stored.`);
    return id;
  };
  for (const day of [5, 6, 7, 10, 11, 12]) {
    await submit(`singles-${day}`, day, [[mike], [day % 2 === 0 ? daniel : sofia]]);
    await submit(`doubles-${day}`, day, [
      [mike, priya],
      [daniel, sofia],
    ]);
  }
  await submit('late', 8, [[daniel], [mike]]);
  await client.matches.void(await submit('void', 13, [[sofia], [mike]]), { reason: 'mistyped' });
  await client.matches.importTournament({
    tournament: { name: 'Barton Springs Open', startDate: '2026-09-19', endDate: '2026-09-20' },
    sport: 'pickleball',
    winScore: 11,
    winBy: 2,
    matches: [
      {
        identifier: 'final',
        teams: [
          [{ firstName: 'Mike', lastName: 'Brennan', email: mike.email }],
          [{ firstName: 'Carmen', lastName: 'Ortiz', email: 'carmen.ortiz@example.com' }],
        ],
        games: [{ scores: [11, 6] }],
      },
    ],
  });
}

/** Connects a player as a browser does, and returns the refresh token. */
async function connect(client: PartnerRatingClient, email: string): Promise<string> {
  const { authorization_url } = await client.oauth.authorize({
    redirect_uri: redirectUri,
    scope: 'user:profile:read user:rating:read user:rating:history user:match:submit',
  });
  const browser = new UserAgent();
  const logIn = await browser.open(authorization_url);
  const consent = await browser.submit(logIn, '/connect/log-in', { email, password });
  const returned = await browser.submit(consent, '/connect/consent', { decision: 'allow' });
  const code = new URL(returned.url).searchParams.get('code') ?? '';
  const { refresh_token } = await client.oauth.exchangeToken({ code, redirect_uri: redirectUri });
  if (refresh_token === null) throw new Error('There is no refresh token.');
  return refresh_token;
}

async function settled(database: Database): Promise<void> {
  const due = () => database.selectFrom('settlement_due').select('sport').execute();
  while ((await due()).length > 0) await sleep(50);
}

/** Returns only SQL, which a client of PostgreSQL runs without `psql`. */
async function dump(url: string): Promise<string> {
  const { path, environment } = await providedProgram('postgres');
  const { stdout } = await promisify(execFile)(
    join(dirname(realpathSync(path)), 'pg_dump'),
    ['--no-owner', '--no-privileges', '--inserts', '--rows-per-insert=100', url],
    { env: { ...process.env, ...environment }, maxBuffer: 2 ** 28 },
  );
  return stdout.replace(/^\\.*\n/gm, '');
}

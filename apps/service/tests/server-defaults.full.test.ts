import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { buildApp } from '../src/app.ts';
import { createKey } from '../src/console/actions/keys.ts';
import { createPartner } from '../src/console/actions/partners.ts';
import { foldChunk } from '../src/leaderboards/fold-deltas.ts';
import { batchOf, matchOf } from '../src/matches/testing/batches.ts';
import { listAudit } from '../src/platform/audit/store/audit.ts';
import { readConfiguration } from '../src/platform/configuration/configuration.ts';
import { openDatabase } from '../src/platform/database/migrate.ts';
import type { Database, MemberRow } from '../src/platform/database/schema.ts';
import {
  insertConnection,
  insertEndpoint,
  insertMember,
  usualScopes,
} from '../src/testing/builders.ts';
import { createTestDatabase } from '../src/testing/test-database.ts';
import { testSecretsKey } from '../src/testing/test-service.ts';

// Letters with accents, of other scripts, and letters whose capital depends on the language.
const people = [
  ['Mike', 'Brennan', 'US', 'ILLINOIS'],
  ['Åsa', 'Öberg', 'SE', 'Örebro län'],
  ['Zoë', "d'Arc", 'FR', 'ÎLE-DE-FRANCE'],
  ['Øyvind', 'Aas', 'NO', 'ØSTFOLD'],
  ['Александр', 'Иванов', 'RU', 'МОСКВА'],
  ['Ελένη', 'Παπαδοπούλου', 'GR', 'ΑΤΤΙΚΗ'],
  ['小龙', '李', 'CN', '广东'],
  ['Ann-Marie', 'Brennan', 'US', 'Illinois'],
] as const;

/** Matches around midnight of different time zones. The last one arrives late. */
const evenings = ['2026-09-12T15:30:00Z', '2026-09-12T23:45:00Z', '2026-09-10T00:15:00Z'];

/** The players on each court, by their positions above. */
const courts = [
  [
    [0, 1],
    [2, 3],
  ],
  [
    [4, 5],
    [6, 7],
  ],
  [
    [0, 7],
    [3, 4],
  ],
];

/** Returns what partners read of a small sport, without random differences between databases. */
async function mainPath(database: Database): Promise<string[]> {
  const now = new Date('2026-09-13T08:00:00.123Z');
  const configuration = readConfiguration({ SECRETS_KEY: testSecretsKey });
  const publicUrl = 'http://localhost:3001';
  const dependencies = { database, clock: () => now, configuration, publicUrl };
  const clientId = 'courtside-club';
  const redirectUris = ['https://courtside.example/callback'];
  const { applicationId } = await createPartner(dependencies, {
    clientId,
    name: 'Club',
    redirectUris,
  });
  const { apiKey } = await createKey(dependencies, { clientId });
  await insertEndpoint(database, applicationId, { events: ['rating.updated'] });
  const players: MemberRow[] = [];
  for (const [first_name, last_name, country, state] of people) {
    const facts = {
      birth_date: '1986-04-30',
      gender: 'FEMALE',
      city: state,
      country,
      state,
    } as const;
    const player = await insertMember(database, { first_name, last_name, ...facts });
    const scopes = [...usualScopes, 'user:rating:history'];
    await insertConnection(database, applicationId, player.id, scopes);
    players.push(player);
  }

  const app = await buildApp(dependencies);
  onTestFinished(() => app.close());
  const call = async (path: string, body?: object) => {
    const answer = await app.inject({
      method: body === undefined ? 'GET' : 'POST',
      url: `/api/v1${path}`,
      headers: { 'x-api-key': apiKey },
      ...(body !== undefined && { payload: body }),
    });
    return `${answer.statusCode} ${path} ${answer.body}`;
  };
  const said: string[] = [];
  for (const [index, matchDate] of evenings.entries()) {
    const matches = courts.map((teams, court) =>
      matchOf(
        `${index}-${court}`,
        teams.map((team) => players.filter((_, player) => team.includes(player))),
      ),
    );
    said.push(await call('/partner/matches', batchOf(matches, { matchDate })));
  }
  while ((await foldChunk(database)) > 0);

  const searches = [
    'name=bren',
    'name=oy',
    'name=иван',
    'name=παπα',
    'name=李',
    'name=aas&sort=rating&sport=pickleball',
  ];
  for (const search of searches) said.push(await call(`/partner/search?${encodeURI(search)}`));
  // Page by page, so that each cursor is compared with names in other scripts.
  for (let path: string | undefined = '/partner/search?gender=FEMALE&limit=3'; path; ) {
    const page = await call(path);
    said.push(page.replace(/cursor=\S*/, ''));
    const cursor = /"nextCursor":"([^"]+)"/.exec(page)?.[1];
    path = cursor && `/partner/search?gender=FEMALE&limit=3&cursor=${cursor}`;
  }
  const board = '/leaderboard?sport=pickleball';
  said.push(await call(board));
  for (const [, , country, state] of people) {
    const location = `scope=state&country=${country}&state=${encodeURIComponent(state.toLowerCase())}`;
    said.push(await call(`${board}&${location}`));
  }
  for (const { id } of players.slice(0, 5)) {
    said.push(await call(`/partner/member?memberId=${id}`));
    said.push(
      await call(
        `/partner/member/rating-history?memberId=${id}&sport=pickleball&bracket=overall-open`,
      ),
    );
  }
  said.push(await call('/partner/webhook-deliveries'));
  const entries = await listAudit(database, {}, { limit: 20 });
  said.push(JSON.stringify(entries.map(({ number: _, ...entry }) => entry)));
  return said.map((line) => withoutChance(line, players));
}

/** Replaces identifiers and cursors, which are random. */
function withoutChance(line: string, players: readonly { id: string }[]): string {
  const named = players.reduce(
    (text, { id }, index) => text.replaceAll(id, `player ${index}`),
    line,
  );
  return named
    .replaceAll(/\b([a-z]{3})_[0-9a-z]{12,}/g, '$1')
    .replaceAll(/prk_[\w-]{8}/g, 'prk')
    .replaceAll(/"nextCursor":"[^"]*"/g, '"nextCursor":"…"')
    .replaceAll(/"(eventId|identifier)":"[^"]*"/g, '"$1":"…"');
}

interface OtherServer {
  /** The options with which a database is created and migrated. Without it, the database is a copy of a migrated one. */
  created?: string;
  settings?: Record<string, string>;
}

const optionsThatAreSet = {
  jit: 'on',
  jit_above_cost: '0',
  TimeZone: 'Pacific/Kiritimati',
  DateStyle: 'SQL, DMY',
  IntervalStyle: 'sql_standard',
  extra_float_digits: '-15',
  bytea_output: 'escape',
  standard_conforming_strings: 'off',
  default_transaction_isolation: 'serializable',
  // Longer than the first statement of a session takes on a busy machine, because it runs before the service sets its own.
  statement_timeout: '1min',
  lock_timeout: '1min',
  idle_in_transaction_session_timeout: '1min',
  plan_cache_mode: 'force_generic_plan',
};
const otherOptions = {
  work_mem: '64kB',
  client_encoding: 'LATIN1',
  array_nulls: 'off',
  transform_null_equals: 'on',
  row_security: 'off',
};

// Several options together, because each server costs about a second.
const servers: Record<string, OtherServer> = {
  'other values of what the service sets in its sessions': { settings: optionsThatAreSet },
  'other values of further options': {
    settings: { ...otherOptions, search_path: 'pg_catalog, public' },
  },
  'a Swedish collation, another schema and all of these': {
    created: `template template0 locale_provider icu icu_locale 'sv-SE'`,
    settings: { ...optionsThatAreSet, ...otherOptions, search_path: 'club' },
  },
};

it('a database gives the same results with any defaults of its server, its role, and itself', async () => {
  const maintenance = new pg.Client({ connectionString: inject('postgresUrl') });
  await maintenance.connect();
  onTestFinished(() => maintenance.end());
  let count = 0;
  const open = async ({ created = 'template template', settings = {} }: OtherServer) => {
    count += 1;
    const name = `other_server_${process.pid}_${count}`;
    await maintenance.query(
      `create role ${name} ${created === 'template template' ? 'superuser' : ''} login`,
    );
    await maintenance.query(`create database ${name} owner ${name} ${created}`);
    for (const [index, [setting, value]] of Object.entries(settings).entries()) {
      const where = index % 2 === 0 ? `role ${name}` : `database ${name}`;
      await maintenance.query(
        `alter ${where} set ${setting} to ${value.includes(',') ? value : `'${value}'`}`,
      );
    }
    const url = new URL(inject('postgresUrl').replace(/postgres$/, name));
    url.username = name;
    if (settings.search_path === 'club') await createSchema(url.href);
    const { database, close } = await openDatabase({ databaseUrl: url.href, dataDirectory: '' });
    onTestFinished(async () => {
      await close();
      await maintenance.query(`drop database ${name} with (force)`);
      await maintenance.query(`drop role ${name}`);
    });
    return database;
  };
  const byDefault = await mainPath(await open({}));
  expect(byDefault.filter((line) => !line.startsWith('2') && !line.startsWith('['))).toEqual([]);
  const differences: Record<string, unknown> = {};
  for (const [name, server] of Object.entries(servers)) {
    const said = await open(server)
      .then(mainPath)
      .catch((error: Error) => [error.message]);
    const different = said.findIndex((line, index) => line !== byDefault[index]);
    if (different >= 0) differences[name] = [said[different], byDefault[different]];
  }
  expect(differences).toEqual({});
});

async function createSchema(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('create schema club');
  await client.end();
}

it("the oldest PostgreSQL of the tests has JIT if it is a distribution's, such as Debian's", async () => {
  const database = await createTestDatabase('postgres');
  const { rows } = await database.connection().execute(async (session) => {
    await sql`set jit = on`.execute(session);
    return await sql<{ isDistributed: boolean; hasJit: boolean }>`
      select version() ~ 'Debian|Ubuntu' as "isDistributed", pg_jit_available() as "hasJit"
    `.execute(session);
  });
  expect(rows.map(({ isDistributed, hasJit }) => hasJit === isDistributed)).toEqual([true]);
});

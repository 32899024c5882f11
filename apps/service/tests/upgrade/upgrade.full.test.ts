import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { UserAgent } from '@partner-rating/browser';
import { PartnerRatingClient } from '@partner-rating/client';
import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runOperator } from '../../src/console/testing/operator.ts';
import { readConfiguration } from '../../src/platform/configuration/configuration.ts';
import { baseAddress } from '../../src/platform/configuration/dependencies.ts';
import { openDatabase } from '../../src/platform/database/migrate.ts';
import { startService } from '../../src/service.ts';
import { createEmptyPostgres } from '../../src/testing/test-database.ts';
import { type Dump, makeDump } from './make-dump.ts';

const folder = new URL('dumps/', import.meta.url);
const released = (existsSync(folder) ? readdirSync(folder) : []).flatMap(
  (file) => /^(.+)\.sql\.gz$/.exec(file)?.[1] ?? [],
);

const read = (version: string): Dump => ({
  facts: JSON.parse(readFileSync(new URL(`${version}.json`, folder), 'utf8')),
  sql: gunzipSync(readFileSync(new URL(`${version}.sql.gz`, folder))).toString(),
});

/** Restores a dump into an empty PostgreSQL, migrates it with this version, and serves it. */
async function upgrade({ facts, sql }: Dump) {
  const databaseUrl = await createEmptyPostgres();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(sql);
  await client.end();
  const dataDirectory = await mkdtemp(join(tmpdir(), 'partner-rating-upgrade-'));
  const opened = await openDatabase({ databaseUrl, dataDirectory });
  const service = await startService({
    database: opened.database,
    configuration: readConfiguration({
      PORT: '0',
      SEED: 'none',
      DATA_DIR: dataDirectory,
      SECRETS_KEY: facts.secretsKey,
      VALIDATE_RESPONSES: 'true',
      // The address of the dump's endpoint, where nobody listens.
      WEBHOOK_PRIVATE_TARGETS: '127.0.0.1:9',
    }),
    logger: pino({ level: 'silent' }),
    clock: () => new Date(Date.parse(facts.takenAt) + 60_000),
  });
  onTestFinished(async () => {
    await service.stop();
    await opened.close();
    await rm(dataDirectory, { recursive: true });
  });
  return { facts, dependencies: service.dependencies };
}

// A dump of this version proves that the test works before there is a release to upgrade from.
describe.each(['this', ...released])('a database of version %s', (version) => {
  it('is migrated, audits clean, and still works for its partner and players', async () => {
    const { facts, dependencies } = await upgrade(
      version === 'this' ? await makeDump() : read(version),
    );
    const audit = await runOperator(dependencies, ['ratings', 'audit']);
    expect(audit.join('\n')).toContain('The ratings follow from the ledger.');
    // The sealed secrets can be opened.
    const [resealed] = await runOperator(dependencies, ['secrets', 'reseal', '--json']);
    expect(JSON.parse(resealed ?? '').result).toMatchObject({
      endpoints: { rows: 1, lost: [] },
      secondFactors: { rows: 1, lost: [] },
    });

    const { player } = facts;
    const baseUrl = baseAddress(dependencies);
    const client = new PartnerRatingClient({ apiKey: facts.apiKey, baseUrl });
    const { sport } = await client.members.get(player.id);
    expect(sport?.pickleball?.R).toBe(facts.rating);
    const { access_token } = await client.oauth.refresh({
      refresh_token: player.refreshToken,
    });
    const own = new PartnerRatingClient({ accessToken: access_token, baseUrl });
    const { history } = await own.members.listRatingHistory(undefined, { bracket: 'overall-open' });
    expect(history.map(({ matchId }) => matchId)).toEqual(facts.historyMatchIds);

    const browser = new UserAgent();
    const logIn = await browser.open(new URL('/account', baseUrl).href);
    const { email, password } = player;
    const account = await browser.submit(logIn, '/account/log-in', { email, password });
    expect(account.html).toContain('Mike Brennan');
  });
});

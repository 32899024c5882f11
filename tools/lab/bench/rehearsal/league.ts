import { players as playerRealm } from '@partner-rating/service/src/connect/login/realms.ts';
import { beginSession } from '@partner-rating/service/src/connect/login/sessions.ts';
import { insertAccount } from '@partner-rating/service/src/connect/login/store/accounts.ts';
import { foldChunk } from '@partner-rating/service/src/leaderboards/fold-deltas.ts';
import { readConfiguration } from '@partner-rating/service/src/platform/configuration/configuration.ts';
import { migrateToLatest } from '@partner-rating/service/src/platform/database/migrate.ts';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import { CompiledQuery, sql } from 'kysely';
import { addKey, buildDataset, bytesOf, exists, withDatabase } from '../dataset/datasets.ts';
import { loadLedger } from './load-ledger.ts';
import { runService } from './run-program.ts';
import type { Measured } from './table.ts';

export interface LeagueSize {
  members: number;
  matches: number;
}

/** A loaded database, and who reads it. */
export interface League extends LeagueSize {
  databaseUrl: string;
  /** The names of the database, now and while it was loaded. */
  names: string[];
  apiKey: string;
  /** Cookies of logged-in players. */
  cookies: string[];
}

const LOAD_MINUTES = 45;
/** The promise about the load is for at most this many matches. */
const PROMISED_MATCHES = 1_000_000;
const LOGGED_IN = 20;

/** Returns the URL of another database of the server. */
export function urlOf(maintenanceUrl: string, name: string): string {
  const url = new URL(maintenanceUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs a command that needs another database, such as `create database`. */
export async function command(maintenanceUrl: string, text: string): Promise<void> {
  await withDatabase(maintenanceUrl, (database) => database.executeQuery(CompiledQuery.raw(text)));
}

/**
 * Loads members and matches into a new database, and rebuilds the ratings, as an operator does. An existing database
 * is used again, and then there are no figures.
 */
export async function openLeague(
  maintenanceUrl: string,
  size: LeagueSize,
  log: (line: string) => void,
): Promise<{ league: League; figures: Measured[] }> {
  const name = `rehearsal_${size.members}_${size.matches}`;
  const unfinished = `${name}_unfinished`;
  const databaseUrl = urlOf(maintenanceUrl, name);
  let figures: Measured[] = [];
  if (await exists(maintenanceUrl, name)) {
    log(`${size.matches} matches are there already`);
    await withDatabase(databaseUrl, migrateToLatest);
  } else {
    await command(maintenanceUrl, `drop database if exists ${unfinished} with (force)`);
    await command(maintenanceUrl, `create database ${unfinished}`);
    figures = await load(urlOf(maintenanceUrl, unfinished), size, log);
    await command(maintenanceUrl, `alter database ${unfinished} rename to ${name}`);
  }
  const caller = await withDatabase(databaseUrl, async (database) => {
    const { apiKey } = await addKey(database);
    return { apiKey, cookies: await logIn(database) };
  });
  return { league: { ...size, databaseUrl, names: [name, unfinished], ...caller }, figures };
}

async function load(
  databaseUrl: string,
  { members, matches }: LeagueSize,
  log: (line: string) => void,
): Promise<Measured[]> {
  return await withDatabase(databaseUrl, async (database) => {
    let applicationId = '';
    const ofMembers = await secondsOf(async () => {
      applicationId = await buildDataset(database, { members, isUnrated: true });
    });
    log(`${members} members loaded in ${ofMembers.toFixed(0)} s`);
    const ofMatches = await secondsOf(async () => {
      await loadLedger(database, { applicationId, matches, end: new Date(), log });
      await sql`vacuum (analyze)`.execute(database);
    });
    log(`${matches} matches loaded in ${ofMatches.toFixed(0)} s`);
    const rebuild = await runService(databaseUrl, ['operator', 'ratings', 'rebuild']);
    const folding = await secondsOf(async () => {
      // A running service does this in the background.
      while ((await foldChunk(database)) > 0);
      await sql`vacuum (analyze)`.execute(database);
    });
    log(`ratings rebuilt in ${rebuild.seconds.toFixed(0)} s`);
    const total = ofMembers + ofMatches + rebuild.seconds + folding;
    return [
      { name: 'Load of members', unit: 's', value: ofMembers },
      { name: 'Load of matches', unit: 's', value: ofMatches },
      { name: 'Rebuild', unit: 's', value: rebuild.seconds },
      {
        ...{ name: 'Load and rebuild, in total', unit: 's', value: total },
        ...(matches <= PROMISED_MATCHES && { promise: { atMost: LOAD_MINUTES * 60 } }),
      },
      { name: 'Rebuild: memory of the command at its peak', unit: 'MB', value: rebuild.megabytes },
      { name: 'Database', unit: 'MB', value: (await bytesOf(database)) / 1e6 },
    ];
  });
}

/** Logs players in who have played, and returns their cookies. */
async function logIn(database: Database): Promise<string[]> {
  const configuration = readConfiguration({ SECRETS_KEY: Buffer.alloc(32).toString('base64') });
  const clock = () => new Date();
  const { rows } = await sql<{ id: string }>`
    select member.id from member
    join rating on rating.member_id = member.id and bracket = 'overall-open'
    where is_discoverable and (birth_date < '2000-01-01' or birth_date is null)
    order by md5(member.id) limit ${LOGGED_IN}
  `.execute(database);
  const cookies: string[] = [];
  for (const { id } of rows) {
    const now = clock();
    await database.transaction().execute(async (transaction) => {
      await insertAccount(transaction, {
        ...{ id, role: 'player', password_hash: 'none', created_at: now },
        ...{ password_changed_at: now, email_proven_at: now },
      });
    });
    const token = await beginSession(
      { database, configuration, clock },
      { realm: playerRealm, accountId: id, previousToken: null, userAgent: null },
    );
    cookies.push(`partner-rating-session=${token}`);
  }
  return cookies;
}

export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1_000;
}

// The part of the release rehearsal that installs and operates the service.

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodes } from './every-node.ts';
import {
  type InstalledService,
  installedService,
  type OrdinaryUser,
  type StartedService,
  withNode,
} from './installed-service.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import type { Programs } from './run-programs.ts';

const MAX_MEGABYTES = 160;
const PAGES = [
  '/',
  '/docs/',
  '/docs/reference',
  '/docs/guides/self-hosting',
  '/account',
  '/openapi.json',
];
const PACKAGE = /\/docs\/packages\/[\w.-]+\.(?:tgz|whl)/g;
const PLAYERS = ['Ann', 'Bo'];
const GUIDE = join(import.meta.dirname, '../../../apps/docs/guides/maintenance.md');

/** The work of a step. The texts that it notes are printed next to the name of the step. */
export type StepWork = (note: (text: string) => void) => Promise<unknown>;

export interface ServiceRehearsal {
  programs: Programs;
  step: (name: string, work: StepWork) => Promise<void>;
  /** The folder in which only `@partner-rating/service` is installed. */
  project: string;
  operator: OrdinaryUser;
}

/** Does what an operator does with the installed service, from the first day to the restore of a backup. */
export async function rehearseService(rehearsal: ServiceRehearsal): Promise<void> {
  const { programs, step, project, operator } = rehearsal;
  const postgres = await startPostgres(programs, operator);
  const settings = { SECRETS_KEY: randomBytes(32).toString('base64'), LOG_LEVEL: 'warn' };
  const serviceOver = (database: string, user = operator) =>
    installedService(programs, project, user, {
      ...settings,
      DATABASE_URL: postgres.address(database),
    });
  const service = serviceOver('ratings');
  let club: Club = { key: '', players: [], rating: 0 };

  await step(`Check that it takes ${MAX_MEGABYTES} MB at most`, async (note) => {
    const [size = ''] = (await programs.run(project, 'du', ['-sm', '.'])).split('\t');
    if (Number(size) > MAX_MEGABYTES) throw new Error(`It takes ${size} MB.`);
    note(`${size} MB`);
  });
  await step('Migrate an empty PostgreSQL', async () => {
    await postgres.createDatabase('ratings');
    expectIn(await service.command(['migrate']), /Applied 0001-schema/);
    expectIn(await service.command(['migrate']), /The schema is up to date/);
  });
  await step('Create the first partner, with a trusted key, and two players', async () => {
    club = await createClub(service);
  });
  await step('Start it, read its pages, and rate the first match', async (note) => {
    const started = await service.start();
    expectIn(started.output, /Database +PostgreSQL at 127\.0\.0\.1:\d+, ratings\n/);
    await readPages(started);
    club.rating = await rateFirstMatch(started, club);
    await started.stop();
    note(readiness(started));
  });
  await step('Start it again on the oldest supported Node, and find the rating', async (note) => {
    const oldest = withNode(operator, 'oldest', nodes.oldest());
    const started = await serviceOver('ratings', oldest).start();
    await expectRating(started, club);
    await started.stop();
    note(readiness(started));
  });
  await step('Restore a backup, start with it on Node 26, and audit the ratings', async () => {
    await copyByBackup(postgres, join(operator.home, 'partner_rating.dump'));
    const restored = serviceOver('restored', withNode(operator, '26', nodes[26]()));
    const started = await restored.start();
    await expectRating(started, club);
    const audit = await restored.command(['operator', 'ratings', 'audit']);
    expectIn(audit, /The ratings follow from the ledger/);
    await started.stop();
  });
  await step("Run the guide's restore drill", async () => {
    const line = expectIn(readFileSync(GUIDE, 'utf8'), /^sh \S+\/backup-drill\.sh$/m);
    const output = await service.follow(line, postgres.environment);
    expectIn(output, /1 match checked. The ratings follow from the ledger/);
    expectIn(output, /can be restored\.\n$/);
  });
}

/** The first partner, its players, and the rating of the first player. */
interface Club {
  key: string;
  players: string[];
  rating: number;
}

async function createClub(service: InstalledService): Promise<Club> {
  const partner = (...words: string[]) => service.command(['operator', 'partner', ...words]);
  const redirect = ['--redirect-uri', 'https://club.example/back'];
  await partner('create', 'club', '--name', 'Club', ...redirect);
  const scopes = ['key:match:submit', 'key:match:submit:trusted', 'key:member:read'];
  const key = expectIn(await partner('key', 'create', 'club', '--scope', ...scopes), /prk_\S+/);
  const players: string[] = [];
  for (const name of PLAYERS) players.push(await createPlayer(service, name));
  return { key, players, rating: 0 };
}

async function createPlayer(service: InstalledService, firstName: string): Promise<string> {
  const email = `${firstName.toLowerCase()}@club.example`;
  const name = ['--first-name', firstName, '--last-name', 'Lee', '--birth-date', '1990-05-01'];
  const words = ['operator', 'member', 'create', '--email', email, ...name];
  const output = await service.command(words, 'forehand-winner-41');
  const number = expectIn(output, /(?<=number\s+)\d+/);
  await service.command(['operator', 'member', 'discovery', 'on', number]);
  return number;
}

async function readPages(started: StartedService): Promise<void> {
  for (const page of PAGES) await get(started, page);
  const packages = new Set((await get(started, '/docs/downloads')).match(PACKAGE));
  if (packages.size < 2) throw new Error('The page of packages lists none.');
  for (const address of packages) await get(started, address);
}

async function rateFirstMatch(started: StartedService, club: Club): Promise<number> {
  await call(started, club, 'matches', {
    sport: 'pickleball',
    winScore: 11,
    winBy: 2,
    matches: [
      {
        identifier: 'first',
        teams: club.players.map((player) => [player]),
        games: [{ scores: [11, 8] }, { scores: [11, 6] }],
      },
    ],
  });
  return await readRating(started, club);
}

async function readRating(started: StartedService, club: Club): Promise<number> {
  const { sport } = await call(started, club, `member?memberId=${club.players[0]}`);
  return sport.pickleball.R;
}

async function expectRating(started: StartedService, club: Club): Promise<void> {
  const found = await readRating(started, club);
  if (found !== club.rating) throw new Error(`The rating is ${found}, and was ${club.rating}.`);
}

/** Dumps the database `ratings`, and restores it as `restored`. */
async function copyByBackup(postgres: PostgresServer, dump: string): Promise<void> {
  const from = postgres.address('ratings');
  await postgres.use('pg_dump', '--format=custom', `--file=${dump}`, from);
  await postgres.createDatabase('restored');
  const to = postgres.address('restored');
  await postgres.use('pg_restore', '--no-owner', `--dbname=${to}`, dump);
}

async function call({ address }: StartedService, { key }: Club, path: string, body?: unknown) {
  const answer = await fetch(`${address}/api/v1/partner/${path}`, {
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${text}`);
  return JSON.parse(text);
}

async function get({ address }: StartedService, page: string): Promise<string> {
  const answer = await fetch(`${address}${page}`);
  if (answer.status !== 200) throw new Error(`${page} returned ${answer.status}.`);
  return await answer.text();
}

const readiness = ({ seconds }: StartedService) => `ready after ${seconds.toFixed(1)} s`;

/** Returns the text that the pattern finds. @throws if it finds nothing. */
function expectIn(text: string, pattern: RegExp): string {
  const [found] = pattern.exec(text) ?? [];
  if (found === undefined) throw new Error(`There is no ${pattern} in:\n${text}`);
  return found;
}

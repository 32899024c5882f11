import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedService, type OrdinaryUser, type StartedService } from './installed-service.ts';
import { startPostgres } from './postgres-server.ts';
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

/** A step of the rehearsal; what it notes is printed beside its name. */
export type StepWork = (note: (text: string) => void) => Promise<unknown>;

export interface ServiceRehearsal {
  programs: Programs;
  step: (name: string, work: StepWork) => Promise<void>;
  /** Where `@partner-rating/service` is installed, and nothing else. */
  project: string;
  operator: OrdinaryUser;
}

/** What an operator does with the installed service, from the first day to the restore of a backup. */
export async function rehearseService(rehearsal: ServiceRehearsal): Promise<void> {
  const { programs, step, project, operator } = rehearsal;
  const postgres = await startPostgres(programs, operator);
  const settings = { SECRETS_KEY: randomBytes(32).toString('base64'), LOG_LEVEL: 'warn' };
  const serviceOver = (database: string) =>
    installedService(programs, project, operator, {
      ...settings,
      DATABASE_URL: postgres.address(database),
    });
  const service = serviceOver('ratings');
  let key = '';
  const players: string[] = [];
  let rating = 0;

  await step(`Find that it takes ${MAX_MEGABYTES} MB at most`, async (note) => {
    const [size = ''] = (await programs.run(project, 'du', ['-sm', '.'])).split('\t');
    if (Number(size) > MAX_MEGABYTES) throw new Error(`It takes ${size} MB.`);
    note(`${size} MB`);
  });
  await step('Migrate an empty PostgreSQL', async () => {
    await postgres.createDatabase('ratings');
    expectIn(await service.command(['migrate']), /Applied 0001-schema/);
    expectIn(await service.command(['migrate']), /The schema is up to date/);
  });
  await step(
    'Make the first partner, with a key that may rate anybody, and two players',
    async () => {
      const partner = (...words: string[]) => service.command(['operator', 'partner', ...words]);
      await partner(
        'create',
        'club',
        '--name',
        'Club',
        '--redirect-uri',
        'https://club.example/back',
      );
      const scopes = ['key:match:submit', 'key:match:submit:trusted', 'key:member:read'];
      key = expectIn(await partner('key', 'create', 'club', '--scope', ...scopes), /prk_\S+/);
      for (const name of PLAYERS) players.push(await createPlayer(name));
    },
  );
  await step('Start it, look at its pages, and rate the first match', async (note) => {
    const started = await service.start();
    expectIn(started.output, /Database +PostgreSQL at 127\.0\.0\.1:\d+, ratings\n/);
    for (const page of PAGES) await get(started, page);
    const packages = new Set((await get(started, '/docs/downloads')).match(PACKAGE));
    if (packages.size < 2) throw new Error('The page of packages lists none.');
    for (const address of packages) await get(started, address);
    await call(started, 'matches', {
      sport: 'pickleball',
      winScore: 11,
      winBy: 2,
      matches: [
        {
          identifier: 'first',
          teams: players.map((player) => [player]),
          games: [{ scores: [11, 8] }, { scores: [11, 6] }],
        },
      ],
    });
    rating = await readRating(started);
    await started.stop();
    note(readiness(started));
  });
  await step('Start it again, and find the rating', async (note) => {
    const started = await service.start();
    await expectRating(started);
    await started.stop();
    note(readiness(started));
  });
  await step(
    'Restore a backup in another database, start there, and audit the ratings',
    async () => {
      const dump = join(operator.home, 'partner_rating.dump');
      await postgres.use(
        'pg_dump',
        '--format=custom',
        `--file=${dump}`,
        postgres.address('ratings'),
      );
      await postgres.createDatabase('restored');
      await postgres.use(
        'pg_restore',
        '--no-owner',
        `--dbname=${postgres.address('restored')}`,
        dump,
      );
      const restored = serviceOver('restored');
      const started = await restored.start();
      await expectRating(started);
      const audit = await restored.command(['operator', 'ratings', 'audit']);
      expectIn(audit, /The ratings are what the ledger says/);
      await started.stop();
    },
  );
  await step("Run the guide's restore drill", async () => {
    const line = expectIn(readFileSync(GUIDE, 'utf8'), /^sh \S+\/backup-drill\.sh$/m);
    const output = await service.follow(line, postgres.environment);
    expectIn(output, /1 match gone through. The ratings are what the ledger says/);
    expectIn(output, /can be restored\.\n$/);
  });

  async function createPlayer(firstName: string): Promise<string> {
    const email = `${firstName.toLowerCase()}@club.example`;
    const name = ['--first-name', firstName, '--last-name', 'Lee', '--birth-date', '1990-05-01'];
    const words = ['operator', 'member', 'create', '--email', email, ...name];
    const output = await service.command(words, 'forehand-winner-41');
    return expectIn(output, /(?<=number\s+)\d+/);
  }

  async function readRating(started: StartedService): Promise<number> {
    const { sport } = await call(started, `member?memberId=${players[0]}`);
    return sport.pickleball.R;
  }

  async function expectRating(started: StartedService): Promise<void> {
    const found = await readRating(started);
    if (found !== rating) throw new Error(`The rating is ${found}, and was ${rating}.`);
  }

  async function call(started: StartedService, path: string, body?: unknown) {
    const answer = await fetch(`${started.address}/api/v1/partner/${path}`, {
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${text}`);
    return JSON.parse(text);
  }
}

async function get({ address }: StartedService, page: string): Promise<string> {
  const answer = await fetch(`${address}${page}`);
  if (answer.status !== 200) throw new Error(`${page} was answered ${answer.status}.`);
  return await answer.text();
}

const readiness = ({ seconds }: StartedService) => `ready after ${seconds.toFixed(1)} s`;

/** What the pattern finds. @throws where it finds nothing. */
function expectIn(text: string, pattern: RegExp): string {
  const [found] = pattern.exec(text) ?? [];
  if (found === undefined) throw new Error(`There is no ${pattern} in:\n${text}`);
  return found;
}

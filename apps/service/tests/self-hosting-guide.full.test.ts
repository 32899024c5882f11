import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@partner-rating/processes';
import type { Command } from 'commander';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { operatorCommand } from '../src/console/operator.ts';
import type { Terminal } from '../src/console/terminal.ts';
import { type ServiceProcess, serviceProcess } from '../src/testing/service-process.ts';

const guide = ['self-hosting', 'operating', 'maintenance']
  .map((name) => readFileSync(new URL(`../../docs/guides/${name}.md`, import.meta.url), 'utf8'))
  .join('\n');
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

const piecesOf = (language: string) =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, code = '']) => code,
  );
const commands = piecesOf('sh');
const operatorCommands = commands.filter((piece) => piece.includes('service operator'));
const GUIDED_ADDRESS = 'postgres://partner_rating:choose-one@localhost:5432/partner_rating';

/** Creates the database of the guide, in a cluster that others use too. */
async function followSql(cleanup: AsyncDisposableStack): Promise<string> {
  const maintenance = new pg.Client({ connectionString: inject('postgresUrl') });
  await maintenance.connect();
  cleanup.defer(async () => await maintenance.end());
  const [sql = ''] = piecesOf('sql');
  for (const statement of sql.trim().split('\n')) await maintenance.query(statement);
  cleanup.defer(async () => {
    await maintenance.query('drop database partner_rating with (force)');
    await maintenance.query('drop role partner_rating');
  });
  expect(commands.join('')).toContain(`export DATABASE_URL=${GUIDED_ADDRESS}\n`);
  return GUIDED_ADDRESS.replace('localhost:5432', `127.0.0.1:${maintenance.port}`);
}

/** Turns two-step verification on for the player of the guide. */
async function turnOnSecondFactor(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`
    insert into account_second_factor (account_id, key_sealed, last_time_step, enabled_at)
    select id, 'sealed', 0, now() from account
  `);
  await client.end();
}

const linesOf = (piece = '') => piece.trim().split('\n');

// Long work, as on a busy machine, reports its progress.
const progress =
  /^(\d+ (lines are read|% of the predictions are done)|[\w-]+: \d+ of \d+ match(es)?)\n/gm;

// Each step continues from the one before, like an operator who reads the guide.
describe('the guide to hosting leads to a service on PostgreSQL, on which its commands', () => {
  const cleanup = new AsyncDisposableStack();
  const OLD_SECRETS_KEY = Buffer.alloc(32, 1).toString('base64');
  const NEW_SECRETS_KEY = Buffer.alloc(32, 2).toString('base64');
  let settings: Record<string, string> & { DATA_DIR: string };
  let service: ServiceProcess;
  let memberNumber: string;
  beforeAll(async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'partner-rating-hosting-'));
    cleanup.defer(() => rm(DATA_DIR, { recursive: true }));
    settings = {
      DATA_DIR,
      DATABASE_URL: await followSql(cleanup),
      PUBLIC_URL: 'https://ratings.example',
      METRICS_PORT: String(await freePort('127.0.0.1')),
      // As the guide says: the database is not filled with the demonstration, whose partner has
      // the same name as the guide's.
      SEED: '',
    };
    service = await startWith(OLD_SECRETS_KEY);
  });
  afterAll(async () => await cleanup.disposeAsync());

  async function startWith(SECRETS_KEY: string): Promise<ServiceProcess> {
    const started = await serviceProcess({ ...settings, SECRETS_KEY });
    cleanup.defer(async () => void (await started.stop()));
    await started.start();
    return started;
  }

  /** How a command reaches the service: by the database on the machine itself, and by HTTP elsewhere. */
  let access: () => Record<string, string> = () => ({ DATABASE_URL: settings.DATABASE_URL ?? '' });

  // Without a blocking call, because `fetch` would not notice that the service closes connections.
  const run = async (piece: string | undefined) => {
    const command = (piece ?? 'false').replaceAll(
      'npx @partner-rating/service operator',
      `node "${main}" operator`,
    );
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const keys = { SECRETS_KEY: OLD_SECRETS_KEY, OLD_SECRETS_KEY, NEW_SECRETS_KEY };
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', command], {
      env: { PATH, NODE_COMPILE_CACHE, ...access(), ...keys },
    });
    const unread = stderr.replace(progress, '');
    expect(unread).toMatch(/^(Database: PostgreSQL at [\w.:]+, partner_rating\n)*$/);
    return stdout;
  };

  expect(operatorCommands).toHaveLength(22);
  const [
    reseal,
    createPartner,
    secondKey,
    editPartner,
    createMember,
    createToken,
    accounts,
    ...others
  ] = operatorCommands;
  const [
    mailOperator,
    links,
    findMember,
    removeFactor,
    suspend,
    voidAll,
    limits,
    listDeliveries,
    listMatches,
    listAudit,
    oneMember,
    confirmBirthDate,
    audit,
    backtest,
    rebuild,
  ] = others;

  it('create a token, with which all later commands use HTTP', async () => {
    const [token = ''] = /pro_\S+/.exec(await run(createToken)) ?? [];
    expect(token).not.toBe('');
    access = () => ({ OPERATOR_URL: new URL(service.baseUrl).origin, OPERATOR_TOKEN: token });
  });

  it('create a partner, whose key is accepted', async () => {
    const [key] = /prk_\S+/.exec(await run(createPartner)) ?? [];
    const usage = await fetch(`${service.baseUrl}/partner/usage`, {
      headers: { 'x-api-key': key ?? '' },
    });
    expect(usage.status).toBe(200);
    const keys = linesOf(secondKey);
    expect(keys).toHaveLength(2);
    expect((await run(keys[0])).match(/key_/g)).toHaveLength(1);
    expect(await run(keys[1])).toContain('prk_');
    expect((await run(keys[0])).match(/key_/g)).toHaveLength(2);
    for (const line of linesOf(editPartner)) {
      expect(await run(line)).toContain('https://courtside.example/oauth/callback');
    }
  });

  it('create a member, find them, and help them back into their account', async () => {
    const member = await run(createMember);
    expect(member).toContain('mem_');
    [, memberNumber = ''] = /number\s+(\d+)/.exec(member) ?? [];
    for (const line of linesOf(links)) expect(await run(line)).toContain('token=');
    for (const line of linesOf(findMember)) expect(await run(line)).toContain('Brennan');
    await turnOnSecondFactor(settings.DATABASE_URL ?? '');
    expect(await run(removeFactor)).toContain('logs in with only the password');
    expect(await run(confirmBirthDate?.replace('10482', memberNumber))).toContain(
      'The birth date is confirmed.',
    );
  });

  it('create a role whose bound values are in no log of PostgreSQL, even of slow statements', async () => {
    const superuser = new pg.Client({ connectionString: inject('postgresUrl') });
    await superuser.connect();
    await superuser.query('alter role partner_rating set log_min_duration_statement = 0');
    await superuser.query('alter role partner_rating set client_min_messages = log');
    await superuser.end();
    const client = new pg.Client({ connectionString: settings.DATABASE_URL });
    const logged: unknown[] = [];
    client.on('notice', ({ message, detail }) => logged.push(message, detail));
    await client.connect();
    await client.query('select $1::text as slow', ['mike.brennan@example.com']);
    await client.end();
    expect(JSON.stringify(logged)).toContain('select $1::text as slow');
    expect(JSON.stringify(logged)).not.toContain('@example.com');
  });

  it('give an operator an account', async () => {
    expect(await run(accounts)).toContain('/operator/set-up?token=');
    const [edit, link] = linesOf(mailOperator);
    expect(await run(edit)).toContain('anna@example.com');
    // Only an account that is set up gets such a link.
    await expect(run(link)).rejects.toThrow('whose account is set up');
  });

  it('suspend and limit a partner', async () => {
    for (const line of linesOf(suspend)) expect(await run(line)).toContain('courtside-club');
    // The partner has no matches.
    expect(await run(voidAll)).toBe('');
    const [limit, unlimit] = linesOf(limits);
    expect(await run(limit)).toMatch(/^Limits ingest +1200$/m);
    expect(await run(unlimit)).not.toContain('Limits ingest');
  });

  it('list deliveries, matches, and the audit log', async () => {
    expect(await run(listDeliveries)).toContain('Nothing found.');
    const [disputed, ofPartner] = linesOf(listMatches);
    expect(await run(disputed)).toContain('Nothing found.');
    expect(await run(ofPartner)).toBe('');
    for (const line of linesOf(listAudit)) await run(line.replace('10482', memberNumber));
  });

  it("export and erase a member's data", async () => {
    const directory = settings.DATA_DIR;
    const [exportMember, eraseMember] = linesOf(oneMember);
    await run(exportMember?.replace('--out ', `--out ${directory}/`));
    expect(await readFile(join(directory, 'mike-brennan.json'), 'utf8')).toContain('Brennan');
    const typed = `echo mike.brennan@example.com | ${eraseMember}`;
    expect(await run(typed)).toContain('The member was erased.');
  });

  it('audit, rebuild, and backtest the ratings', async () => {
    expect(await run(audit)).toContain('The ratings follow from the ledger.');
    const [project, apply] = linesOf(rebuild);
    expect(await run(project)).toContain('This was a dry run');
    await run(apply);
    const results = join(settings.DATA_DIR, 'results.ndjson');
    await writeFile(results, piecesOf('json').join(''));
    expect(await run(backtest?.replace('results.ndjson', results))).toContain('1 match, 2 games');
  });

  it('request addresses that respond', async () => {
    const { origin } = new URL(service.baseUrl);
    for (const piece of commands.filter((one) => one.startsWith('curl'))) {
      for (const [, address = ''] of piece.matchAll(/curl -s (\S+)/g)) {
        const here = address
          .replace('http://localhost:3001', origin)
          .replace('http://localhost:9464', `http://localhost:${settings.METRICS_PORT}`);
        expect([address, (await fetch(here)).status]).toEqual([address, 200]);
      }
    }
  });

  it('replace the key of the secrets, after which the old one is refused', async () => {
    await service.stop();
    service = await startWith(`${NEW_SECRETS_KEY},${OLD_SECRETS_KEY}`);
    expect(await run(reseal)).toContain('0 remain');
    await service.stop();
    await expect(startWith(OLD_SECRETS_KEY)).rejects.toThrow('sealed with another key');
    expect(await (await startWith(NEW_SECRETS_KEY)).stop()).toBe(0);
  });
});

it('the commands in the guide are those of the operator', () => {
  const terminal = {} as Terminal;
  const groups = operatorCommand(async () => {}, terminal).commands;
  const known = new Set(groups.flatMap((group) => pathsOf(group)));
  const named = guide.matchAll(
    /`((?:account|partner|member|match|delivery|audit|ratings|secrets) [a-z -]+)`/g,
  );
  for (const [, command = ''] of named) expect(known).toContain(command);
});

it('the table of tasks has every command of the operator', () => {
  const [, table = ''] = /## Tasks and their commands\n([\s\S]*?)\n\n[^|\n]/.exec(guide) ?? [];
  const groups = operatorCommand(async () => {}, {} as Terminal).commands;
  const paths = groups.flatMap((group) => pathsOf(group));
  const leaves = paths.filter((path) => !paths.some((other) => other.startsWith(`${path} `)));
  expect(leaves.length).toBeGreaterThan(30);
  expect(leaves.filter((path) => !table.includes(`\`${path}\``))).toEqual([]);
});

/** Returns the words of a command and of each subcommand. */
function pathsOf(command: Command): string[] {
  const below = command.commands.flatMap((child) =>
    pathsOf(child).map((path) => `${command.name()} ${path}`),
  );
  return [command.name(), ...below];
}

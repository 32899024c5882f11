import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchOf } from '../src/matches/testing/batches.ts';
import { handle, openClubIn } from '../src/matches/testing/story.ts';
import { insertMember } from '../src/testing/builders.ts';
import { type OpenTestDatabase, openTestDatabase } from '../src/testing/test-database.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

let opened: OpenTestDatabase;
let club: Awaited<ReturnType<typeof openClubIn>>;

beforeAll(async () => {
  opened = await openTestDatabase('postgres');
  club = await openClubIn(opened.database);
  await handle(club.club, batchOf([club.doubles, club.singles]));
});

afterAll(async () => await opened.close());

interface Finished {
  status: number | string | null | undefined;
  output: string;
  errors: string;
}

/** Runs an operator command in a separate process, next to the service. */
async function run(...words: string[]): Promise<Finished> {
  const environment = { ...process.env, DATABASE_URL: opened.url ?? '', LOG_LEVEL: 'silent' };
  return await new Promise((resolve) => {
    execFile(
      process.execPath,
      [main, 'operator', ...words],
      { env: environment },
      (error, output, errors) =>
        resolve({
          status: error === null ? 0 : error.code,
          output,
          errors: errors.replace(/^Database: PostgreSQL at .+\n/, ''),
        }),
    );
  });
}

describe('operator ratings', () => {
  it('audit ends with 0 if the ratings follow from the ledger', async () => {
    expect(await run('ratings', 'audit')).toEqual({
      status: 0,
      output: '2 matches checked. The ratings follow from the ledger.\n',
      errors: '',
    });
  });

  it('audit lists every difference and ends with 1, until a rebuild has fixed it', async () => {
    await opened.database
      .updateTable('rating')
      .set({ mu: 40 })
      .where('member_id', '=', club.mike.id)
      .execute();
    const found = await run('ratings', 'audit');
    expect(found.status).toBe(1);
    expect(found.output.match(/^Rating of /gm)).toHaveLength(3);
    expect(found.errors).toBe(
      '3 differences were found. `ratings rebuild` corrects the ratings.\n',
    );

    const projected = await run('ratings', 'rebuild', '--dry-run');
    expect(projected).toMatchObject({ status: 0, errors: '' });
    expect(projected.output).toContain(
      'pickleball: 3 ratings and 0 steps would change, of 2 matches.',
    );
    expect((await run('ratings', 'audit')).status).toBe(1);

    const rebuilt = await run('ratings', 'rebuild');
    expect(rebuilt).toMatchObject({ status: 0, errors: '' });
    expect(rebuilt.output).toContain('pickleball: 3 ratings and 0 steps changed, of 2 matches.');
    expect((await run('ratings', 'audit')).status).toBe(0);
  });

  it('rebuild says on a dry run which ratings would move and how far, and writes all to a file', async () => {
    const own = opened.database.selectFrom('rating').where('member_id', '=', club.mike.id);
    const { rating } = await own
      .select('rating')
      .where('bracket', '=', 'overall-open')
      .executeTakeFirstOrThrow();
    await opened.database
      .updateTable('rating')
      .set({ rating: 5 })
      .where('member_id', '=', club.mike.id)
      .where('bracket', '=', 'overall-open')
      .execute();
    const directory = await mkdtemp(join(tmpdir(), 'rebuild-'));
    const file = join(directory, 'moves.csv');
    const projected = await run('ratings', 'rebuild', '--dry-run', '--report', file);
    const distance = (5 - rating).toFixed(3);
    expect(projected.output).toContain(
      `Main ratings: 1 would move, half of them by at most ${distance}, nine of ten by at most ${distance}. Furthest:\n` +
        `  ${club.mike.id} from 5.000 to ${rating.toFixed(3)}\n`,
    );
    expect(await readFile(file, 'utf8')).toBe(
      `member,sport,bracket,before,after\n${club.mike.id},pickleball,overall-open,5,${rating}\n`,
    );
    await rm(directory, { recursive: true });

    const stored = await run('ratings', 'rebuild');
    expect(stored.output).toContain('Main ratings: 1 moved');
  });

  it.each([
    [['--report', 'moves.csv'], '--report needs --dry-run: see which ratings would move first.\n'],
    [
      ['--dry-run', '--report', '/nowhere/moves.csv'],
      "The report cannot be written: ENOENT: no such file or directory, open '/nowhere/moves.csv'\n",
    ],
  ])('rebuild refuses %j', async (words, errors) => {
    expect(await run('ratings', 'rebuild', ...words)).toEqual({ status: 1, output: '', errors });
  });

  it.each([['audit'], ['rebuild']])(
    '%s describes with --help what it does and its exit status',
    async (command) => {
      const { status, output } = await run('ratings', command, '--help');
      expect(status).toBe(0);
      expect(output.replace(/\s+/g, ' ')).toContain('Exit status of the command: 0 if ');
    },
  );
});

describe('operator member claim', () => {
  it('merges a ghost into the member, and says what was moved', async () => {
    const ghost = await insertMember(opened.database, { is_ghost: true });
    const claimed = await run(
      'member',
      'claim',
      '--yes',
      ghost.id,
      '--for',
      String(club.mike.member_number),
    );
    expect(claimed).toMatchObject({ status: 0, errors: '' });
    expect(claimed.output).toMatch(/^Matches +0$/m);
    expect(claimed.output).toContain('The ghost is joined with the member.');
  });

  it('ends with 1 and a sentence if it is refused', async () => {
    const refused = await run('member', 'claim', '--yes', club.mike.id, '--for', club.priya.id);
    expect(refused).toMatchObject({ status: 1, output: '' });
    expect(refused.errors).toContain(`${club.mike.id} is not a ghost`);
  });
});

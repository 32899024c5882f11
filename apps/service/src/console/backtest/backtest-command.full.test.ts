import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { matchLine } from '../../predictions/backtest/testing/match-lines.ts';
import { operatorCommand } from '../operator.ts';
import { OperatorError } from '../terminal.ts';
import { silentTerminal } from '../testing/operator.ts';

const main = fileURLToPath(new URL('../../main.ts', import.meta.url));

const season = Array.from({ length: 30 }, (_, day) =>
  matchLine({
    identifier: `match ${day}`,
    matchDate: new Date(Date.UTC(2026, 0, 1 + day)).toISOString(),
    games: [{ scores: day % 3 === 0 ? [5, 11] : [11, 5] }, { scores: [11, 9] }],
  }),
);

describe('ratings backtest', () => {
  let directory: string;
  let progress: string[];

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'partner-rating-backtest-'));
    progress = [];
    onTestFinished(() => rmSync(directory, { recursive: true }));
  });

  function file(name: string, lines: readonly string[]): string {
    writeFileSync(join(directory, name), lines.join('\n'));
    return join(directory, name);
  }

  async function run(...words: readonly string[]): Promise<string> {
    const printed: string[] = [];
    const fail = async () => expect.fail('A backtest opens no database.');
    const terminal = silentTerminal({
      print: (line) => printed.push(line),
      printProgress: (line) => progress.push(line),
    });
    const command = operatorCommand(fail, terminal);
    await command.parseAsync(['ratings', 'backtest', ...words], { from: 'user' });
    return printed.join('\n');
  }

  const report = async (...words: readonly string[]) => JSON.parse(await run('--json', ...words));

  it('prints the ratings next to their rivals, for games and for matches', async () => {
    const printed = await run(file('season.ndjson', season));
    expect(printed).toContain('30 matches, 60 games, 2 players.');
    expect(printed).toContain('PICKLEBALL');
    for (const name of ['Ratings of this service', 'Elo (K', 'Glicko-2 (period', 'OpenSkill']) {
      expect(printed.split('\n').filter((line) => line.startsWith(name))).toHaveLength(2);
    }
    expect(printed).toMatch(/^Ratings of this service .* \[\d\.\d\d, \d\.\d\d\]$/m);
    expect(printed).toMatch(/Log loss minus that of the best rival, [\w-]+: [+−]0\.\d{4}, 95 % \[/);
  });

  it('prints the same as JSON', async () => {
    const metrics = {
      count: expect.any(Number),
      logLoss: expect.any(Number),
      brierScore: expect.any(Number),
      accuracy: expect.any(Number),
      calibrationError: expect.any(Number),
      calibrationErrorByChance: expect.any(Number),
      calibrationSlope: expect.any(Number),
    };
    const empty = Object.fromEntries(Object.keys(metrics).map((name) => [name, null]));
    const groups = {
      all: metrics,
      under10: metrics,
      from10To50: metrics,
      over50: expect.objectContaining({ count: expect.any(Number) }),
      backAfter90Days: { ...empty, count: 0 },
    };
    const interval = { lower: expect.any(Number), upper: expect.any(Number) };
    const described = await report(file('season.ndjson', season), '--min-games', '2');
    expect(described).toEqual({
      listedTwice: 0,
      notRated: 0,
      minGames: 2,
      from: null,
      matches: 30,
      games: 60,
      players: 2,
      severalTeams: 0,
      sports: { pickleball: { game: expect.anything(), match: expect.anything() } },
      overall: { game: expect.anything(), match: expect.anything() },
    });
    const { game } = described.sports.pickleball;
    expect(game).toEqual({
      ratings: groups,
      slopeIntervals: {
        all: interval,
        under10: interval,
        from10To50: interval,
        over50: interval,
        backAfter90Days: null,
      },
      calibration: expect.any(Array),
      rivals: ['Elo', 'Glicko-2', 'OpenSkill'].map((name) => ({
        name,
        settings: expect.any(String),
        metrics: expect.objectContaining({ all: metrics }),
      })),
      difference: { rival: expect.any(String), mean: expect.any(Number), ...interval },
      knowable: null,
      truth: null,
    });
    expect(game.calibration).toHaveLength(10);
    expect(game.ratings.all.count).toBe(58);
  });

  it('prints the same for the same matches, to the last digit', async () => {
    const path = file('season.ndjson', season);
    expect(await run(path)).toBe(await run(path));
  });

  it('reads several files in the order of their dates, whatever their order in the command', async () => {
    const [first, second] = [
      file('first.ndjson', season.slice(0, 15)),
      file('second.ndjson', season.slice(15)),
    ];
    expect(await run(second, first)).toBe(await run(file('season.ndjson', season)));
  });

  it('counts matches from a date on, and rates the earlier ones', async () => {
    const path = file('season.ndjson', season);
    const { overall } = await report(path, '--from', '2026-01-11T00:00:00Z');
    expect(overall.game.ratings.all.count).toBe(40);
    expect(overall.game.ratings.under10.count).toBe(0);
  });

  it('counts no result if --from is after all of them, and says so', async () => {
    const printed = await run(file('season.ndjson', season), '--from', '2027-01-01');
    expect(printed).toContain('Nothing is counted.');
  });

  it('takes one match', async () => {
    const { overall } = await report(file('one.ndjson', [matchLine()]));
    expect(overall.game.ratings.all).toMatchObject({
      count: 1,
      accuracy: null,
      calibrationSlope: null,
    });
    expect(overall.game.ratings.all.logLoss).toBeCloseTo(Math.LN2, 12);
    expect(overall.match).toMatchObject({ ratings: { all: { count: 0 } }, difference: null });
  });

  it('reports each sport, and all together if there are several', async () => {
    const tennis = matchLine({ identifier: 'set', sport: 'tennis', winScore: 6 });
    const printed = await run(file('both.ndjson', [...season, tennis]));
    expect(printed).toMatch(/PICKLEBALL[\s\S]*TENNIS[\s\S]*OVER ALL SPORTS/);
    expect(await run(file('season.ndjson', season))).not.toContain('OVER ALL SPORTS');
  });

  it('says how many matches were listed twice', async () => {
    expect(await run(file('twice.ndjson', [...season, ...season]))).toContain('count once: 30.');
  });

  it('says how many matches were not rated', async () => {
    const walkover = matchLine({ identifier: 'walkover', outcome: 'walkover', games: [] });
    const printed = await run(file('walkover.ndjson', [...season, walkover]));
    expect(printed).toContain('such as walkovers: 1.');
    expect(printed).toContain('30 matches');
  });

  it('reports its progress', async () => {
    await run(file('season.ndjson', season));
    expect(progress[0]).toBe('0 % of the predictions are done');
    expect(progress.at(-1)).toBe('100 % of the predictions are done');
  });

  it('refuses a file without a match', async () => {
    const path = file('empty.ndjson', []);
    await expect(run(path)).rejects.toThrow(new OperatorError(`There is no match in ${path}.`));
  });

  it('refuses a file that does not exist', async () => {
    const path = join(directory, 'none.ndjson');
    await expect(run(path)).rejects.toThrow(`${path} cannot be read: ENOENT.`);
  });

  it('names a broken line by its number', async () => {
    const path = file('broken.ndjson', [matchLine(), '{']);
    await expect(run(path)).rejects.toThrow(new RegExp(`^${path}:2: This is not JSON`));
  });

  it('reads standard input as -, and ends with 1 at a broken line', () => {
    const runWith = (input: string) =>
      spawnSync(process.execPath, [main, 'operator', 'ratings', 'backtest', '-'], {
        input,
        encoding: 'utf8',
      });
    expect(runWith(season.join('\n'))).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('60 games'),
      stderr: '',
    });
    expect(runWith('{')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('standard input:1: This is not JSON'),
    });
  });
});

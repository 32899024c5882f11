import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programs } from '@partner-rating/processes';
import { expect, it, onTestFinished } from 'vitest';

const run = (...words: string[]) =>
  execFileSync(process.execPath, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

it('the command reports the share of what can be known, and saves matches for which the backtest reports the same', () => {
  const directory = mkdtempSync(join(tmpdir(), 'partner-rating-league-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const saved = join(directory, 'league.ndjson');
  const printed = run(programs.league, '--save', saved);
  expect(printed).toMatch(/Share of what can be known, 10 to 50 games before: \d\d\.\d %/);
  const ofFile = run(programs.service, 'operator', 'ratings', 'backtest', saved);
  expect(printed.replaceAll(/^(Share of what|The true).*\n/gm, '')).toBe(ofFile);
});

// `pnpm external`: lets programs of others drive the service, and prints what they did.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { findOnPath } from '@partner-rating/provision';
import { Command } from 'commander';
import { renderPage, renderTable } from './page.ts';
import type { Program } from './program.ts';
import { programs } from './programs.ts';
import { type Result, run } from './run.ts';
import { openStage } from './stage.ts';

/** The first word of a name, such as `passport`. */
const shortName = ({ name }: Program) => name.split(' ')[0] ?? '';
const names = programs.map(shortName);
const { only, page, pictures } = new Command('external')
  .description('Starts the service, and lets programs of others drive it, unchanged.')
  .option('--only <names>', `comma-separated programs to run: ${names.join(', ')}`)
  .option('--page <file>', 'also writes the table as a page in Markdown')
  .option('--pictures <folder>', 'also takes pictures of the pages in each browser')
  .parse()
  .opts<{ only?: string; page?: string; pictures?: string }>();
const pathOf = (path: string) => resolve(process.env.INIT_CWD ?? '', path);
const chosen = only?.split(',').map((name) => name.trim()) ?? names;
const unknown = chosen.filter((name) => !names.includes(name));
if (unknown.length > 0) throw new Error(`Unknown programs: ${unknown.join(', ')}.`);
if (only !== undefined && page !== undefined) {
  throw new Error('The page shows all programs: use --page without --only.');
}

const runnable: Program[] = [];
for (const program of programs.filter((one) => chosen.includes(shortName(one)))) {
  const { commands = [], install = '' } = program.needs ?? {};
  const found = await Promise.all(commands.map(findOnPath));
  if (!found.includes(undefined)) runnable.push(program);
  else if (only === undefined && page === undefined) {
    process.stderr.write(`Leaving out ${program.name}, which is not installed: ${install}\n`);
  } else throw new Error(`${program.name} is not installed: ${install}`);
}

// Before the run, so that the page names the commit that ran.
const words = ['describe', '--always', '--dirty', '--exclude=*'];
const commit = execFileSync('git', words, { encoding: 'utf8' }).trim();
const date = new Date().toISOString().slice(0, 10);

// The same steps run before the tests: they install what npm does not have, and build the documentation.
process.stderr.write('Installing and building what is missing\n');
for (const words of [
  ['provision', '--filter=@partner-rating/external...'],
  ['build', '--filter=@partner-rating/docs'],
]) {
  execFileSync('turbo', ['run', ...words, '--output-logs=errors-only'], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
process.stderr.write('Starting the service\n');
const folder = pictures === undefined ? null : pathOf(pictures);
if (folder !== null) mkdirSync(folder, { recursive: true });
const results: Result[] = [];
{
  await using stage = await openStage(folder);
  for (const program of runnable) {
    process.stderr.write(`${program.name}: `);
    const result = await run(program, stage);
    results.push(result);
    const { failure } = result;
    process.stderr.write(
      failure === null
        ? `${result.done.length} steps succeeded\n`
        : `failed: ${failure.step}\n${inspect(failure.error, { depth: 6 })}\n`,
    );
  }
}
process.stdout.write(`\n${renderTable(results)}`);
if (page !== undefined) {
  writeFileSync(pathOf(page), renderPage(results, { date, commit }));
}
if (results.some(({ failure }) => failure !== null)) process.exitCode = 1;

// Every Python sample of the guides runs, in one process of Python, against the mock.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { providedProgram } from '@partner-rating/provision';
import { expect, inject, it, onTestFinished } from 'vitest';

const guides = new URL('../guides/', import.meta.url);
const samples = new URL('samples/', guides);
const runner = new URL('testing/python_samples.py', import.meta.url);
const quickStart = new URL('quick-start.full.test.ts', import.meta.url);
const pythonClient = new URL('../../../packages/python/src/', import.meta.url);

const texts = readdirSync(guides)
  .filter((name) => name.endsWith('.md'))
  .map((name) => readFileSync(new URL(name, guides), 'utf8'));
const names = readdirSync(samples).filter((name) => name.endsWith('.py'));

it('each Python sample is shown in a guide, and is run, or used by a sample that is run', () => {
  const codeOf = (name: string) => readFileSync(new URL(name, samples), 'utf8');
  const programs = [runner, quickStart].map((file) => readFileSync(file, 'utf8'));
  for (const name of names) {
    const shown = `\`\`\`python\n${codeOf(name)}\`\`\``;
    expect(
      texts.some((text) => text.includes(shown)),
      name,
    ).toBe(true);
    const others = names.filter((other) => other !== name).map(codeOf);
    const module = name.replace('.py', '');
    expect(
      [...programs, ...others].some((text) => text.includes(module)),
      name,
    ).toBe(true);
  }
});

/** Returns a copy of the samples with another address, as a service serves them. */
function samplesAt(origin: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'partner-rating-samples-'));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  cpSync(samples, copy, { recursive: true });
  for (const name of names) {
    const file = join(copy, name);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replaceAll('http://localhost:3001', origin));
  }
  return copy;
}

it('the Python samples work against the mock as the guides say', async () => {
  const mock = inject('mock');
  const { path, environment } = await providedProgram('python');
  const paths = [samplesAt(mock), fileURLToPath(pythonClient)].join(':');
  // The samples keep their clients open until the end, as in a program.
  const warnings = ['-W', 'error', '-W', 'ignore::ResourceWarning'];
  const { stderr } = await promisify(execFile)(path, [...warnings, fileURLToPath(runner)], {
    env: {
      ...process.env,
      ...environment,
      PYTHONPATH: paths,
      PYTHONDONTWRITEBYTECODE: '1',
      SERVICE_API_KEY: 'prk_test',
      SERVICE_URL_LOCAL: `${mock}/api/v1`,
      BASE: `${mock}/api/v1`,
      PLAYER: '10482',
      OPPONENT: '10517',
    },
  });
  expect(stderr).toMatch(/^Ran \d{2} tests in .*\n\nOK$/m);
});

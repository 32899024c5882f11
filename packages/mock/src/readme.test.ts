import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test } from 'vitest';
import { scenarios } from './scenarios/index.ts';

const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');
const readme = await read('../README.md');

/** Runs code like a user, in a folder where the name of the package resolves to it. */
async function run(code: string): Promise<string> {
  const words = ['--input-type=module-typescript', '--eval', code];
  const cwd = new URL('..', import.meta.url);
  return (await promisify(execFile)(process.execPath, words, { cwd })).stdout;
}

test('the README describes every scenario', () => {
  const table = /<!-- scenarios -->\n([\s\S]*?)\n<!-- \/scenarios -->/.exec(readme)?.[1];
  const rows = Object.entries(scenarios).map(
    ([name, { description }]) => `| \`${name}\` | ${description} |`,
  );
  expect(table).toBe(['| Scenario | What has happened |', '|---|---|', ...rows].join('\n'));
});

test('the sample of the README runs unchanged', async () => {
  const [, sample = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  expect(await run(`${sample}\nprocess.stdout.write(status);`)).toBe('disabled');
});

describe('the examples in the comments run', async () => {
  const source = (await read('start-mock.ts')) + (await read('webhooks.ts'));
  const examples = [...source.matchAll(/@example\n([\s\S]*?)\n \*\//g)].map(([, lines = '']) =>
    lines.replaceAll(/^ \* ?/gm, ''),
  );

  testRows(examples)('the examples in the comments run', async (example) => {
    await run(
      "import { PartnerRatingClient } from '@partner-rating/client';\n" +
        "import { startMock } from '@partner-rating/mock';\n" +
        example,
    );
  });

  test('are four', () => expect(examples).toHaveLength(4));
});

import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { objectsIn } from './json-objects.ts';
import { contract, folder } from './source.ts';

const ending = '.arazzo.yaml';
const files = (await readdir(`${folder}workflows`)).filter((file) => file.endsWith(ending));

const source = '{$sourceDescriptions.partner-rating.url}';

interface ArazzoDocument {
  // biome-ignore lint/suspicious/noExplicitAny: these tests check only some parts of the Arazzo format.
  workflows: any[];
  sourceDescriptions: object[];
}

const documents = await Promise.all(
  files.map(async (file) => ({
    file,
    ...(parse(await readFile(`${folder}workflows/${file}`, 'utf8')) as ArazzoDocument),
  })),
);

describe('each workflow', () => {
  testRows(documents)('contains one workflow with the name of the file', ({ file, workflows }) => {
    const ids = workflows.map(({ workflowId }: { workflowId: string }) => workflowId);
    expect(ids).toEqual([file.slice(0, -ending.length)]);
  });

  testRows(documents)('is about the bundled document', ({ sourceDescriptions }) => {
    expect(sourceDescriptions).toEqual([
      { name: 'partner-rating', type: 'openapi', url: '../dist/openapi.yaml' },
    ]);
  });

  testRows(documents)('refers to each operation by its path and its id', ({ workflows }) => {
    for (const { stepId, operationPath, ...step } of workflows[0].steps) {
      expect(operationPath, stepId).toMatch(source);
      const operation = contract.resolve({ $ref: operationPath.slice(source.length) });
      expect(operation, stepId).toMatchObject({
        operationId: step['x-operation-id'],
      });
    }
  });

  testRows(documents)('does not print secrets', ({ workflows }) => {
    const { apiKey } = workflows[0].inputs.properties;
    expect(apiKey).toMatchObject({ format: 'password' });
  });

  testRows(documents)('asks the mock only for examples of the document', ({ workflows }) => {
    const preferred = [...objectsIn(workflows[0])].flatMap(([, { name, value }]) =>
      name === 'Prefer' ? [String(value)] : [],
    );
    const examples = preferred.filter((value) => value.startsWith('example='));
    for (const value of examples) {
      expect(contract.example(value.slice('example='.length))).toBeDefined();
    }
  });
});

describe('the runner', () => {
  const run = (...words: string[]) => {
    const script = `${folder}scripts/workflows.ts`;
    const env = { ...process.env, DATA_DIR: `${folder}no-such-folder` };
    return spawnSync(process.execPath, [script, ...words], { encoding: 'utf8', env });
  };

  it('lists every workflow in its help', () => {
    const { status, stdout } = run('--help');
    expect(status).toBe(0);
    for (const file of files) expect(stdout).toContain(file.slice(0, -ending.length));
  });

  testRows([
    [[], 'There is no sandbox. Start one with `pnpm start`, or name a base URL.'],
    [['http://localhost:1', '--workflow', 'tuesday'], 'There is no workflows/tuesday.arazzo.yaml'],
    [['http://localhost:1', '--input', 'apiKey'], '--input apiKey is no <name>=<value>.'],
    [['localhost:4010'], 'localhost:4010 is no base URL, such as http://localhost:4010/api/v1.'],
    [['http://localhost:1', 'submit-matches'], 'so not submit-matches as well.'],
    [['--frobnicate'], "Unknown option '--frobnicate'"],
  ])('says in a sentence what is wrong with its arguments', (words, sentence) => {
    const { status, stderr } = run(...words);
    expect(status).toBe(1);
    expect(stderr).toContain(sentence);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

it('there are workflows', () => {
  expect(files.length).toBeGreaterThan(5);
});

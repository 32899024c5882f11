// Type-checks every program of the README and the reference, and runs it against the mock.
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pythonSample } from '@partner-rating/codegen/python';
import { type RunningMock, startMock } from '@partner-rating/mock';
import { providedProgram } from '@partner-rating/provision';
import { clientContract as contract } from '@partner-rating/spec/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'src');
const programs = mkdtempSync(join(tmpdir(), 'partner-rating-python-'));
const operations = contract.operations().filter(({ isCalled }) => isCalled);
const blocks = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/```python\n(.*?)```/gs)];
const written: Record<string, string> = Object.fromEntries([
  ...blocks.map(([, code = ''], index) => [`readme_${index}.py`, code]),
  ...operations.map((operation) => [
    `${operation.id.replace('.', '_')}.py`,
    `${pythonSample(contract, operation)}\n`,
  ]),
]);

let mock: RunningMock;
let python: Awaited<ReturnType<typeof providedProgram>>;

beforeAll(async () => {
  mock = await startMock({ port: 0 });
  python = await providedProgram('python');
  for (const [name, code] of Object.entries(written)) writeFileSync(join(programs, name), code);
});

afterAll(async () => {
  await mock.close();
  rmSync(programs, { recursive: true });
});

test('the programs have no type errors in strict mode', () => {
  const configuration = {
    include: ['.'],
    extraPaths: [source],
    typeCheckingMode: 'strict',
    pythonVersion: '3.11',
  };
  writeFileSync(join(programs, 'pyrightconfig.json'), JSON.stringify(configuration));
  const command = createRequire(import.meta.url).resolve('pyright/package.json');
  const pyright = join(dirname(command), 'index.js');
  const output = execFileSync(process.execPath, [pyright, '--project', programs], {
    encoding: 'utf8',
  });
  expect(output).toContain('0 errors');
});

/** Runs each program in its own namespace, and prints the failures. */
const runEach = `
import contextlib, io, json, runpy, sys, traceback, warnings
warnings.simplefilter("error")
errors = {}
for program in sys.argv[1:]:
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            runpy.run_path(program)
    except BaseException:
        errors[program] = traceback.format_exc()
print(json.dumps(errors))
`;

test('each program runs', async () => {
  expect(Object.keys(written).length).toBeGreaterThan(operations.length);
  const files = Object.keys(written).map((name) => join(programs, name));
  const { stdout } = await promisify(execFile)(python.path, ['-c', runEach, ...files], {
    env: {
      ...process.env,
      ...python.environment,
      PYTHONPATH: source,
      PYTHONDONTWRITEBYTECODE: '1',
      SERVICE_API_KEY: 'prk_test',
      SERVICE_URL_LOCAL: mock.baseUrl,
    },
  });
  expect(JSON.parse(stdout)).toEqual({});
});

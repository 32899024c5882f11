import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { providedProgram } from '@partner-rating/provision';
import { type Outcome, runCommand } from '../command.ts';
import { binaryOf, type Program, versionOf } from '../program.ts';

const evening = fileURLToPath(new URL('../../python/evening.py', import.meta.url));
const client = fileURLToPath(new URL('../../../../packages/python/src', import.meta.url));

/** Runs a command of Python in a folder. */
async function runPython(
  words: string[],
  folder: string,
  variables: Record<string, string> = {},
): Promise<Outcome> {
  const { path, environment } = await providedProgram('python');
  return await runCommand([path, ...words], {
    folder,
    environment: { ...environment, PYTHONDONTWRITEBYTECODE: '1', ...variables },
  });
}

interface Checker {
  name: string;
  note?: string;
  version: Program['version'];
  /** Checks `evening.py` of the folder. */
  check: (folder: string) => Promise<Outcome>;
}

const checkerOf = ({ check, ...program }: Checker): Program => ({
  ...program,
  async drive({ application, baseUrl, folder: parent, nextPlayer }, step) {
    const { name } = program;
    const folder = join(parent, name);
    mkdirSync(folder);
    cpSync(evening, join(folder, 'evening.py'));
    await step('checks a program with our Python client in strict mode', async () => {
      const { code, output } = await check(folder);
      assert.equal(code, 0, output);
    });
    await step('lets the program find players, submit a match, and get a 404', async () => {
      const players = [nextPlayer(), nextPlayer()];
      const { code, output } = await runPython(['evening.py'], folder, {
        ...{ PYTHONPATH: client, API_KEY: application.apiKey, BASE_URL: baseUrl },
        IDENTIFIER: `evening-of-${name}`,
        NAME: players[0]?.name ?? '',
        PLAYERS: players.map(({ id }) => id).join(','),
      });
      assert.equal(code, 0, output);
      assert.equal(output.trim(), 'rated,duplicate,not_found,True');
    });
    await step('reports a wrong type of a field', async () => {
      const wrong = readFileSync(evening, 'utf8').replace('[11, 7]', '["11", 7]');
      writeFileSync(join(folder, 'evening.py'), wrong);
      const { code, output } = await check(folder);
      assert.equal(code, 1);
      assert.match(output, /evening\.py:\d+/);
    });
  },
});

/** Runs mypy. If it was only unpacked, it does not find its own modules, and needs the provided Python. */
async function runMypy(words: string[], folder: string): Promise<Outcome> {
  const { path, environment } = await providedProgram('mypy');
  const isUnpacked = Object.keys(environment).length > 0;
  const packages = join(path, '../../lib/python3/dist-packages');
  const variables = { ...environment, MYPYPATH: client };
  return isUnpacked
    ? await runPython([path, ...words], folder, { ...variables, PYTHONPATH: packages })
    : await runCommand([path, ...words], { folder, environment: variables });
}

export const mypy = checkerOf({
  name: 'mypy',
  note: 'with the client as an installed package, inside which it reports nothing; `pyright` checks the client itself',
  version: async () => (await runMypy(['--version'], '.')).output.split(' ')[1] ?? '',
  // Reports only errors of the program, as if the client were installed.
  check: async (folder) =>
    await runMypy(['--strict', '--follow-imports=silent', 'evening.py'], folder),
});

export const pyright = checkerOf({
  name: 'pyright',
  version: () => versionOf('pyright'),
  check: async (folder) => {
    const configuration = { include: ['.'], extraPaths: [client], typeCheckingMode: 'strict' };
    writeFileSync(join(folder, 'pyrightconfig.json'), JSON.stringify(configuration));
    const command = [process.execPath, binaryOf('pyright'), '--project', folder];
    return await runCommand(command, { folder });
  },
});

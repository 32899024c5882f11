import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../command.ts';
import { binaryOf, type Program, versionOf } from '../program.ts';
import type { Stage } from '../stage.ts';

const document = fileURLToPath(import.meta.resolve('@partner-rating/spec/openapi.json'));
const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** A club's evening: it uses only what the generator wrote. Its types must be right, and a wrong field an error. */
interface Evening {
  name: string;
  note?: string;
  version: () => string;
  generate: (folder: string, baseUrl: string) => string[];
  code: string;
}

const generatedClient = ({ generate, code, ...program }: Evening): Program => ({
  ...program,
  async drive({ application, baseUrl, folder: parent, nextPlayer }: Stage, step) {
    const { name } = program;
    const folder = join(parent, name.split(' ')[0] ?? '');
    mkdirSync(folder);
    symlinkSync(modules, join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'evening.ts'), code);
    const succeed = async (words: string[], environment = {}) => {
      const { code: exit, output } = await runCommand([process.execPath, ...words], {
        ...{ folder, environment },
      });
      assert.equal(exit, 0, output);
      return output;
    };
    await step('generates a client from the document', () => succeed(generate(folder, baseUrl)));
    await step('compiles with a program that uses it, in strict mode', () =>
      succeed([
        binaryOf('typescript-7'),
        ...['--singleThreaded', '--ignoreConfig', '--noEmit', '--strict', '--types', 'node'],
        ...['--target', 'es2022', '--lib', 'es2022,dom,dom.iterable', '--module', 'esnext'],
        ...['--moduleResolution', 'bundler', '--allowImportingTsExtensions', 'evening.ts'],
      ]),
    );
    const text =
      'finds players, submits a match, repeats it as a duplicate, and gets a 401 and a 404 as documented';
    await step(text, async () => {
      const players = [nextPlayer(), nextPlayer()];
      const output = await succeed(['evening.ts'], {
        BASE_URL: baseUrl,
        API_KEY: application.apiKey,
        PLAYERS: players.map(({ id }) => id).join(','),
        NAME: players[0]?.name,
        IDENTIFIER: `evening-of-${name}`,
      });
      assert.deepEqual(JSON.parse(output), {
        found: true,
        statuses: ['rated', 'duplicate'],
        problems: ['unauthenticated', 'not_found'],
      });
    });
  },
});

const settings = `
const { BASE_URL: baseUrl = '', API_KEY: apiKey = '', NAME: name = '', IDENTIFIER: identifier = '' } = process.env;
const [one = '', other = ''] = (process.env.PLAYERS ?? '').split(',');
const batch = {
  sport: 'pickleball',
  format: 'pickleball-11',
  matches: [{ identifier, teams: [[one], [other]], games: [{ scores: [11, 7] }, { scores: [11, 9] }] }],
};
`;

export const orval = generatedClient({
  name: 'orval',
  version: () => versionOf('orval'),
  generate: (folder, baseUrl) => {
    const output = { target: './client.ts', client: 'fetch', baseUrl };
    const configuration = { service: { input: document, output } };
    const file = join(folder, 'orval.config.mjs');
    writeFileSync(file, `export default ${JSON.stringify(configuration)};\n`);
    return [binaryOf('orval'), '--config', file];
  },
  code: `import { matchesGet, matchesSubmit, membersSearch, usageGet } from './client.ts';
${settings}
const options = { headers: { 'x-api-key': apiKey } };
const search = await membersSearch({ name }, options);
if (search.status !== 200) throw new Error(search.data.detail);
// @ts-expect-error: there is no such field
search.data.players[0]?.nothing;
const found = search.data.players.some(({ displayName }) => name.startsWith(displayName.split(' ')[0] ?? ''));
const statuses = [];
for (let time = 0; time < 2; time += 1) {
  const result = await matchesSubmit(batch, options);
  if (result.status !== 200) throw new Error(result.data.detail);
  statuses.push(...result.data.matches.map(({ status }) => status));
}
const refused = await usageGet({ headers: { 'x-api-key': 'prk_wrong' } });
const missing = await matchesGet('mat_01jq8z6v3mfb7s4d2k9c5x1ha0', options);
if (refused.status !== 401 || missing.status !== 404) throw new Error('These must be refused.');
console.log(JSON.stringify({ found, statuses, problems: [refused.data.code, missing.data.code] }));
`,
});

export const openapiFetch = generatedClient({
  name: 'openapi-typescript with openapi-fetch',
  note: 'with `--default-non-nullable=false`, because bodies may leave out fields that have a default',
  version: () => `${versionOf('openapi-typescript')}, ${versionOf('openapi-fetch')}`,
  generate: (folder) => [
    binaryOf('openapi-typescript'),
    ...[document, '--output', join(folder, 'schema.d.ts')],
    '--default-non-nullable=false',
  ],
  code: `import createClient from 'openapi-fetch';
import type { paths } from './schema.d.ts';
${settings}
const headers = { 'x-api-key': apiKey };
const client = createClient<paths>({ baseUrl, headers });
const search = await client.GET('/partner/search', { params: { query: { name } } });
if (search.error) throw new Error(search.error.detail);
// @ts-expect-error: there is no such field
search.data.players[0]?.nothing;
const found = search.data.players.some(({ displayName }) => name.startsWith(displayName.split(' ')[0] ?? ''));
const statuses = [];
for (let time = 0; time < 2; time += 1) {
  const result = await client.POST('/partner/matches', { body: batch });
  if (result.error) throw new Error(result.error.detail);
  statuses.push(...result.data.matches.map(({ status }) => status));
}
const refused = await client.GET('/partner/usage', { headers: { 'x-api-key': 'prk_wrong' } });
const path = { matchId: 'mat_01jq8z6v3mfb7s4d2k9c5x1ha0' };
const missing = await client.GET('/partner/matches/{matchId}', { params: { path } });
console.log(JSON.stringify({ found, statuses, problems: [refused.error?.code, missing.error?.code] }));
`,
});

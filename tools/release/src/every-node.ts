// The part of the release rehearsal that uses the published packages on every supported Node.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { binary } from '@partner-rating/runtimes';
import type { Programs } from './run-programs.ts';

/** The path of each Node that is not the one of this process. `oldest` is the oldest that the service supports. */
export const nodes = {
  20: () => binary('node20/bin/node', 'NODE20_PATH'),
  22: () => binary('node22/bin/node', 'NODE22_PATH'),
  oldest: () => binary('node24/bin/node', 'NODE24_PATH'),
  26: () => binary('node26/bin/node', 'NODE26_PATH'),
};

/**
 * Installs the packages in a new project by the npm of this machine on another Node, and uses each of them once.
 * @param folder - a folder that does not exist.
 */
export async function usePackages(
  { run }: Programs,
  node: string,
  { folder, npmrc, packages }: { folder: string; npmrc: string; packages: readonly string[] },
): Promise<void> {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }\n');
  writeFileSync(join(folder, '.npmrc'), npmrc);
  writeFileSync(join(folder, 'use.js'), USE);
  // npm chooses versions of the other packages that support its Node.
  const environment = { PATH: `${dirname(node)}:${process.env.PATH}` };
  const words = ['install', '--no-audit', '--no-fund', ...packages];
  await run(folder, 'npm', words, { environment });
  await run(folder, node, ['use.js']);
}

const USE = `
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { PartnerRatingClient } from '@partner-rating/client';
import { createServerFactory } from '@partner-rating/mcp';
import { startMock } from '@partner-rating/mock';
import { createHandlers } from '@partner-rating/msw';
import { predictMatch, skillOf, usualFormat } from '@partner-rating/ratings';
import { ProblemError } from '@partner-rating/server';
import { createNodeServer } from '@partner-rating/server/node';
import { createQueries } from '@partner-rating/tanstack-query';
import { MemberSchema } from '@partner-rating/zod';
import { QueryClient } from '@tanstack/query-core';
import { setupServer } from 'msw/node';

const apiKey = 'prk_rehearsal';

const mock = await startMock();
const member = await new PartnerRatingClient({ apiKey, baseUrl: mock.baseUrl }).members.get('10482');
MemberSchema.parse(member);
await mock.close();

const examples = setupServer(...createHandlers().handlers);
examples.listen();
const { members } = createQueries(new PartnerRatingClient({ apiKey, environment: 'local' }));
assert.deepEqual(await new QueryClient().fetchQuery(members.get.queryOptions('10482')), member);
examples.close();

const refuse = () => {
  throw new ProblemError('unavailable');
};
const server = createNodeServer({
  authenticate: { ApiKey: refuse, AccessToken: refuse, ClientBasic: refuse },
  problemTypeBase: 'http://localhost/docs/errors/',
  missing: 'example',
  handlers: { 'oauth.listScopes': refuse },
  log: { debug() {}, info() {}, warn() {}, error() {} },
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const answer = await fetch('http://127.0.0.1:' + server.address().port + '/partner/oauth/scopes');
assert.equal(answer.status, 503);
server.close();

const teams = [4, 3].map((rating) => [skillOf({ rating, reliability: 0.9 })]);
assert.ok(predictMatch(teams, { ...usualFormat('tennis'), bestOf: 3 }).winProbability[0] > 0.5);
await createServerFactory({ apiKey, environment: 'local' })().close();

const require = createRequire(import.meta.url);
for (const name of ['client', 'msw', 'ratings', 'server', 'tanstack-query', 'zod']) require('@partner-rating/' + name);
`;

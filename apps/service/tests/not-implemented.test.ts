import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ProblemError } from '@partner-rating/server';
import { expect, it } from 'vitest';
import { readConfiguration } from '../src/configuration.ts';
import { createHandlers } from '../src/handlers.ts';
import { countInMemory } from '../src/http/counters.ts';
import { createLimits } from '../src/http/limits.ts';
import { createTestDatabase } from '../src/testing/test-database.ts';

interface Document {
  paths: Record<string, Record<string, { operationId?: string; responses?: object }>>;
}

const document = createRequire(import.meta.url)('@partner-rating/spec/openapi.json') as Document;
const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');

/** The operations whose answer 501 the contract documents. */
const documented = Object.values(document.paths)
  .flatMap((item) => Object.values(item))
  .filter((operation) => Object.hasOwn(operation.responses ?? {}, '501'))
  .map((operation) => operation.operationId)
  .sort();

it('the contract and the README name exactly the operations that answer 501', async () => {
  const configuration = readConfiguration({});
  const dependencies = {
    database: await createTestDatabase('pglite'),
    clock: () => new Date(),
    configuration,
    publicUrl: 'http://localhost:3001',
  };
  const handlers = createHandlers(dependencies, createLimits(configuration, countInMemory()));
  const answering = await Promise.all(
    Object.entries(handlers).map(async ([id, handler]) => {
      const call = handler as (request: object, context: object) => Promise<unknown>;
      const outcome = await (async () => await call({}, {}))().catch((error: unknown) => error);
      return outcome instanceof ProblemError && outcome.code === 'not_implemented' ? [id] : [];
    }),
  );
  expect(answering.flat().sort()).toEqual(documented);

  const list = /<!-- not-implemented -->([\s\S]*?)<!-- \/not-implemented -->/.exec(readme)?.[1];
  expect([...(list ?? '').matchAll(/`([\w.]+)`/g)].map(([, id]) => id).sort()).toEqual(documented);
});

import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { checkPackage } from '@partner-rating/packaging';
import { fastify } from 'fastify';
import { Hono } from 'hono';
import type { ServerOptions } from '../src/index.ts';

type Core = typeof import('../src/index.ts');
type Fastify = typeof import('../src/fastify/index.ts');
type ForHono = typeof import('../src/hono/index.ts');
type Node = typeof import('../src/node/index.ts');

/** The modules of the package in one of its two formats. */
interface Modules {
  core: Core;
  fastify: Fastify;
  hono: ForHono;
  node: Node;
}

const path = '/partner/oauth/scopes';

await checkPackage(dirname(import.meta.dirname), {
  use: async ({ folder }) => {
    const require = createRequire(import.meta.url);
    const file = (name: string) => join(folder, 'dist', name);
    await serve({
      core: await import(file('index.mjs')),
      fastify: await import(file('fastify.mjs')),
      hono: await import(file('hono.mjs')),
      node: await import(file('node.mjs')),
    });
    await serve({
      core: require(file('index.cjs')),
      fastify: require(file('fastify.cjs')),
      hono: require(file('hono.cjs')),
      node: require(file('node.cjs')),
    });
  },
});

/** Makes each module refuse one call, and answer one with an example. */
async function serve(modules: Modules): Promise<void> {
  const { ProblemError } = modules.core;
  const refuse = (): never => {
    throw new ProblemError('unavailable');
  };
  const options = {
    authenticate: { ApiKey: refuse, AccessToken: refuse, ClientBasic: refuse },
    problemTypeBase: 'http://localhost/docs/errors/',
    missing: 'example' as const,
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  };
  for (const send of Object.values(senders(modules))) {
    await expectStatus(await send({ ...options, handlers: { 'oauth.listScopes': refuse } }), 503);
    await expectStatus(await send({ ...options, handlers: {} }), 200);
  }
}

function senders(modules: Modules): Record<string, (options: ServerOptions) => Promise<Response>> {
  return {
    'a Request': async (options) =>
      await modules.core.createHandler(options)(new Request(`http://localhost${path}`)),
    Fastify: async (options) => {
      const { fastifyOptions, partnerRatingServer } = modules.fastify;
      const app = fastify(fastifyOptions(options));
      await app.register(partnerRatingServer, options);
      const { statusCode, body } = await app.inject({ url: path });
      await app.close();
      return new Response(body, { status: statusCode });
    },
    Hono: async (options) =>
      await new Hono().use(modules.hono.partnerRating(options)).request(path),
    'node:http': async (options) => {
      const server = modules.node.createNodeServer(options).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      const body = await response.text();
      server.close();
      return new Response(body, { status: response.status });
    },
  };
}

function ignore(): void {}

async function expectStatus(response: Response, status: number): Promise<void> {
  if (response.status === status) return;
  throw new Error(`The built package should answer ${status} and answers ${await response.text()}`);
}

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { Hono } from 'hono';
import { onTestFinished } from 'vitest';
import { fastifyOptions, partnerRatingServer } from '../fastify/index.ts';
import { partnerRating } from '../hono/index.ts';
import {
  createHandler,
  type Handlers,
  type Missing,
  type ServerOptions,
  type SharedOptions,
} from '../index.ts';
import { createListener, createNodeServer } from '../node/index.ts';
import { authenticate, handlersWith, problemTypeBase } from './test-server.ts';

/** Sends a request to a server, by path. */
export type Send = (path: string, init?: RequestInit) => Promise<Response>;

/** Options that fit every adapter. */
export type AdapterOptions = Partial<SharedOptions> & {
  handlers?: Partial<Handlers>;
  missing?: Missing;
};

function complete({ handlers = {}, missing, ...others }: AdapterOptions): ServerOptions {
  const shared = {
    prefix: '/api/v1',
    problemTypeBase,
    authenticate,
    validateResponses: true,
    ...others,
  };
  return missing === undefined
    ? { ...shared, handlers: handlersWith(handlers) as Handlers }
    : { ...shared, handlers, missing };
}

/** A logger that writes nothing. */
export const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Every way to serve the stubs, by name. Listening servers stop when the test ends. */
export const adapters: Record<string, (options?: AdapterOptions) => Promise<Send>> = {
  'a Request': async (options = {}) => {
    const handle = createHandler({ ...complete(options), log: quiet });
    return async (path, init) => await handle(new Request(`http://localhost${path}`, init));
  },
  Hono: async (options = {}) => {
    const app = new Hono();
    app.use(partnerRating({ ...complete(options), log: quiet }));
    return async (path, init) => await app.request(path, init);
  },
  'node:http': async (options = {}) => {
    return await listening(createNodeServer({ ...complete(options), log: quiet }));
  },
  'Connect middleware': async (options = {}) => {
    const listener = createListener({ ...complete(options), log: quiet });
    const server = createServer((request, response) => {
      listener(request, response, () => response.writeHead(204).end());
    });
    return await listening(server);
  },
  Fastify: async (options = {}) => {
    const app = fastify(fastifyOptions({ problemTypeBase }));
    onTestFinished(() => app.close());
    await app.register(partnerRatingServer, complete(options));
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    return async (path, init) => await fetch(`${origin}${path}`, init);
  },
};

async function listening(server: Server): Promise<Send> {
  const port = await listen(server);
  return async (path, init) => await fetch(`http://127.0.0.1:${port}${path}`, init);
}

/** Makes a server listen until the test ends, and returns its port. */
export async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

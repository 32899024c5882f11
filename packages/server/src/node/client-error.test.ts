import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { fastifyOptions } from '../fastify/fastify-options.ts';
import type { Handlers } from '../index.ts';
import { authenticate, handlersWith, problemTypeBase } from '../testing/test-server.ts';
import { respondToClientError } from './client-error.ts';
import { createNodeServer } from './create-server.ts';

test('a request has 30 seconds to arrive, on both servers', () => {
  expect(fastifyOptions({ problemTypeBase }).requestTimeout).toBe(30_000);
  const handlers = handlersWith({}) as Handlers;
  const server = createNodeServer({ prefix: '/api/v1', handlers, authenticate, problemTypeBase });
  expect(server.requestTimeout).toBe(30_000);
});

test('a request that is too slow gets 408, and its connection is closed', async () => {
  const socket = new PassThrough();
  const closed = once(socket, 'finish');
  const error = Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  respondToClientError(error, socket, problemTypeBase);
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(answer).toContain('The request did not arrive in time.');
  await closed;
});

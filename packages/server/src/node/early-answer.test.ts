import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { testRows } from '@partner-rating/table-tests';
import { fastify } from 'fastify';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { fastifyOptions, partnerRatingServer } from '../fastify/index.ts';
import { type Handlers, memoryRateLimitStore } from '../index.ts';
import { listen, quiet } from '../testing/adapters.ts';
import { authenticate, handlersWith, problemTypeBase } from '../testing/test-server.ts';
import { createNodeServer } from './index.ts';

const options = {
  prefix: '/api/v1',
  handlers: handlersWith({}) as Handlers,
  authenticate,
  problemTypeBase,
  log: quiet,
};

/** Starts a listening server of each adapter that has its own connections. */
const servers: Record<string, (limits?: object) => Promise<number>> = {
  'node:http': (limits) => listen(createNodeServer({ ...options, ...limits })),
  Fastify: async (limits) => {
    const app = fastify({ ...fastifyOptions({ problemTypeBase }), forceCloseConnections: true });
    onTestFinished(() => app.close());
    await app.register(partnerRatingServer, { ...options, ...limits });
    await app.listen({ host: '127.0.0.1', port: 0 });
    return (app.server.address() as AddressInfo).port;
  },
};

const key = 'x-api-key: prk_all\r\n';
const json = 'content-type: application/json\r\n';
const sixMebibytes = Buffer.alloc(6 * 1024 * 1024, 'x');

function head(line: string, fields: string): string {
  return `${line} HTTP/1.1\r\nhost: localhost\r\n${json}${fields}\r\n`;
}

/** Sends everything before it reads anything, like Python's `http.client` and many others. */
async function sendThenRead(port: number, headOfRequest: string, body: Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1').pause();
  socket.write(headOfRequest);
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject).write(body, (error) => (error ? reject(error) : resolve()));
  });
  socket.end();
  return await text(socket);
}

describe.each(Object.entries(servers))('served by %s', (_name, start) => {
  const length = `content-length: ${sixMebibytes.length}\r\n`;
  const limits = { store: memoryRateLimitStore(), senderOf: () => 'all' };

  testRows([
    [401, 'no credential', 'POST /api/v1/partner/matches', length, {}],
    [404, 'an unknown path', 'POST /api/v1/nothing', key + length, {}],
    [405, 'another method', 'PUT /api/v1/partner/matches', key + length, {}],
    [413, 'a body over the limit', 'POST /api/v1/partner/matches', key + length, {}],
    [
      429,
      'too many requests',
      'POST /api/v1/partner/matches',
      key + length,
      { limits: { ...limits, requestsPerMinute: { ingest: 0 } } },
    ],
  ])(
    'a refusal reaches a client that first sends the whole body',
    async (status, _what, line, fields, options_) => {
      const answer = await sendThenRead(await start(options_), head(line, fields), sixMebibytes);
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    },
  );

  test('a 413 reaches a client without Content-Length', async () => {
    const port = await start();
    const chunked = Buffer.concat([
      Buffer.from(`${sixMebibytes.length.toString(16)}\r\n`),
      sixMebibytes,
      Buffer.from('\r\n0\r\n\r\n'),
    ]);
    const fields = `${key}transfer-encoding: chunked\r\n`;
    const answer = await sendThenRead(port, head('POST /api/v1/partner/matches', fields), chunked);
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*The body is larger than 1048576 bytes\./s);
  });

  test('the connection of an endless body is closed after 16 MiB', async () => {
    const socket = connect(await start(), '127.0.0.1').on('error', () => {});
    socket.write(head('POST /api/v1/partner/matches', 'content-length: 1000000000\r\n'));
    expect(await firstLine(socket)).toBe('HTTP/1.1 401 Unauthorized');
    let sent = 0;
    while (!socket.destroyed && sent < 100) {
      sent += 1;
      await new Promise((resolve) => socket.write(sixMebibytes, resolve));
    }
    // 16 MiB, plus the buffers of both systems.
    expect(sent).toBeLessThan(20);
  });

  test('the connection of an incomplete body is closed after the request timeout', async () => {
    const port = await start();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.write(head('POST /api/v1/partner/matches', `${key}content-length: 6000000\r\n`));
    await firstLine(socket);
    const closed = once(socket, 'close');
    vi.advanceTimersByTime(30_000);
    await closed;
  });

  test('many refused requests on one connection leave nothing behind', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => void warnings.push(warning);
    process.on('warning', onWarning);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => {
      process.off('warning', onWarning);
      agent.destroy();
    });
    const target = { port: await start(), host: '127.0.0.1', path: '/api/v1/partner/matches' };
    const sockets = new Set<Socket>();
    for (let count = 0; count < 12; count += 1) {
      const headers = { 'content-type': 'application/json', 'content-length': 2 };
      const call = request({ ...target, agent, method: 'POST', headers });
      call.flushHeaders();
      const [response] = (await once(call, 'response')) as [IncomingMessage];
      expect(response.statusCode).toBe(401);
      sockets.add(response.socket);
      call.end('{}');
      await once(response.resume(), 'close');
    }
    expect(sockets.size).toBe(1);
    expect(warnings).toEqual([]);
  });

  test('only a request whose body is read gets 100 Continue', async () => {
    const port = await start();
    const statusOf = async (path: string, size: number, withKey: Record<string, string>) => {
      let isContinued = false;
      const call = request({ port, host: '127.0.0.1', path, method: 'POST', agent: false });
      for (const [name, value] of Object.entries(withKey)) call.setHeader(name, value);
      call.setHeader('content-type', 'application/json');
      call.setHeader('content-length', size);
      call.setHeader('expect', '100-continue');
      call.on('continue', () => {
        isContinued = true;
        call.end(Buffer.alloc(size, ' '));
      });
      call.flushHeaders();
      const [response] = (await once(call, 'response')) as [IncomingMessage];
      response.resume();
      call.destroy();
      return [response.statusCode, isContinued, response.headers.connection];
    };
    const withKey = { 'x-api-key': 'prk_all' };
    expect(await statusOf('/api/v1/partner/matches', 10, {})).toEqual([401, false, 'close']);
    expect(await statusOf('/api/v1/nothing', 10, withKey)).toEqual([404, false, 'close']);
    const tooLarge = await statusOf('/api/v1/partner/matches', 6_000_000, withKey);
    expect(tooLarge).toEqual([413, false, 'close']);
    expect(await statusOf('/api/v1/partner/matches', 10, withKey)).toEqual([
      400,
      true,
      expect.any(String),
    ]);
  });
});

async function firstLine(socket: Socket): Promise<string> {
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  return bytes.toString().split('\r\n', 1)[0] ?? '';
}

import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { deliverDue, secret, setUpDispatch } from '../testing/dispatch.ts';
import { after } from '../testing/fixtures.ts';
import { openReceiver, openTcpServer, verify, withGrowingTimeout } from '../testing/receiver.ts';

// A self-signed certificate, only for tests.
const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgM6l7A+qgjgsnjdmE
S5VJNkg+phVjBOliFd74PFHa/JKhRANCAATeSjUWKEybiwzfwyXIZU1tdQD2a6lO
lzw6F0hINc3kRZ/cIgfo1NosS5gQDplC6ufsM6YvY0TNNgGvoP2CVYnX
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBqjCCAVCgAwIBAgIUL59lFWjK8WntaQm/xTJW0BWoWowwCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQcmVjZWl2ZXIuZXhhbXBsZTAgFw0yNjExMjEwMDU4MDJaGA8y
MTI2MTAyODAwNTgwMlowGzEZMBcGA1UEAwwQcmVjZWl2ZXIuZXhhbXBsZTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABN5KNRYoTJuLDN/DJchlTW11APZrqU6XPDoX
SEg1zeRFn9wiB+jU2ixLmBAOmULq5+wzpi9jRM02Aa+g/YJVidejcDBuMB0GA1Ud
DgQWBBQfmHCecvDBjskC/QqGTfK46RmH9TAfBgNVHSMEGDAWgBQfmHCecvDBjskC
/QqGTfK46RmH9TAPBgNVHRMBAf8EBTADAQH/MBsGA1UdEQQUMBKCEHJlY2VpdmVy
LmV4YW1wbGUwCgYIKoZIzj0EAwIDSAAwRQIhAImlc1DA8H8XHJyCZoQAU6wpcxtD
bCg8aGW9G+FjP4q8AiA/6FPPzvEmfRJzd/LV9lIgGF5nTPQM9mvkZ69e6KgMsw==
-----END CERTIFICATE-----`,
};

/** How a misbehaving receiver reacts to a request. */
type Misbehaviour = (socket: Socket, timeoutMilliseconds: number) => void;

const says =
  (...lines: string[]): Misbehaviour =>
  (socket) =>
    socket.write(lines.join('\r\n'));

const saysAndEnds =
  (...lines: string[]): Misbehaviour =>
  (socket) =>
    socket.end(lines.join('\r\n'));

/** Repeats a step until the connection ends. */
function again(socket: Socket, step: () => void): void {
  const timer = setInterval(step, 5);
  socket.on('close', () => clearInterval(timer));
}

const OK = 'HTTP/1.1 200 OK';
const EMPTY = 'content-length: 0';

/** The log of an attempt with an answer, whatever happened to its body. */
const succeeded = (statusCode: number, body: unknown = '') => ({
  status: 'success',
  statusCode,
  body,
  error: null,
});
const failed = (statusCode: number, error = `The endpoint answered ${statusCode}.`) => ({
  status: 'pending',
  statusCode,
  body: '',
  error,
});
const unanswered = {
  status: 'pending',
  statusCode: null,
  body: null,
  error: expect.stringMatching(
    /^The endpoint did not answer: the connection failed or broke off, or [\d.]+ seconds passed\.$/,
  ),
};

const receivers: Record<string, [Misbehaviour, object]> = {
  // The status has arrived. The rest is only cut off.
  'drips its body': [
    (socket) => {
      socket.write(`${OK}\r\ncontent-length: 100000\r\n\r\n`);
      again(socket, () => socket.write('.'));
    },
    succeeded(200, expect.stringMatching(/^\.+$/)),
  ],
  'never ends its body': [
    (socket) => {
      socket.write(`${OK}\r\ntransfer-encoding: chunked\r\n\r\n`);
      again(socket, () => socket.write(`4000\r\n${'x'.repeat(0x4000)}\r\n`));
    },
    succeeded(200, 'x'.repeat(1_024)),
  ],
  'resets in the middle of its body': [
    (socket, timeoutMilliseconds) => {
      socket.write(`${OK}\r\ncontent-length: 100\r\n\r\nbegun`);
      // A reset discards what has not been read yet.
      setTimeout(() => socket.resetAndDestroy(), timeoutMilliseconds / 2);
    },
    succeeded(200, expect.any(String)),
  ],
  'ends before its body does': [
    saysAndEnds(OK, 'content-length: 100', '', 'begun'),
    succeeded(200, 'begun'),
  ],
  'breaks its chunks': [
    says(OK, 'transfer-encoding: chunked', '', '5', 'begun', 'what?', ''),
    succeeded(200, 'begun'),
  ],
  'compresses what is not compressed': [
    says(OK, 'content-encoding: gzip, br, what', 'content-length: 4', '', 'what'),
    succeeded(200, 'what'),
  ],
  'says no content and sends some': [
    says('HTTP/1.1 204 No Content', 'content-length: 4', '', 'what'),
    succeeded(204),
  ],
  'speaks HTTP/1.0 and names no length': [
    saysAndEnds('HTTP/1.0 200 OK', '', 'old'),
    succeeded(200, 'old'),
  ],
  'gives hints before its answer': [
    says('HTTP/1.1 102 Processing', '', 'HTTP/1.1 103 Early Hints', '', OK, EMPTY, '', ''),
    succeeded(200),
  ],
  'sends an answer too many': [says(OK, EMPTY, '', OK, EMPTY, '', ''), succeeded(200)],

  // It has answered, but without success.
  'redirects to itself': [
    says('HTTP/1.1 302 Found', 'location: /hooks', EMPTY, '', ''),
    failed(302, 'The endpoint answered 302; redirects are not followed.'),
  ],
  'redirects to nowhere': [
    says('HTTP/1.1 301 Moved Permanently', EMPTY, '', ''),
    failed(301, 'The endpoint answered 301; redirects are not followed.'),
  ],
  'knows nothing of it': [says('HTTP/1.1 404 Not Found', EMPTY, '', ''), failed(404)],
  'asks for time in no known words': [
    says('HTTP/1.1 503 Service Unavailable', 'retry-after: soon', EMPTY, '', ''),
    failed(503),
  ],

  // No answer.
  'says nothing': [() => {}, unanswered],
  'ends without a word': [(socket) => socket.end(), unanswered],
  'resets at once': [(socket) => socket.resetAndDestroy(), unanswered],
  'drips its headers': [
    (socket) => {
      socket.write(`${OK}\r\n`);
      again(socket, () => socket.write('x-more: 1\r\n'));
    },
    unanswered,
  ],
  'has headers without measure': [
    (socket) => socket.write(`${OK}\r\nx-more: ${'x'.repeat(64 * 1024)}\r\n\r\n`),
    unanswered,
  ],
  'never comes to its answer': [
    (socket) => again(socket, () => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n')),
    unanswered,
  ],
  'asks to continue and says no more': [says('HTTP/1.1 100 Continue', '', ''), unanswered],
  'wants to speak another protocol': [
    says('HTTP/1.1 101 Switching Protocols', 'connection: upgrade', 'upgrade: smtp', '', ''),
    unanswered,
  ],
  'speaks another protocol': [saysAndEnds('220 smtp.example ESMTP', ''), unanswered],
  'speaks HTTP/2': [(socket) => socket.write(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])), unanswered],
  'sends bytes at random': [
    (socket) =>
      socket.end(Buffer.from(Array.from({ length: 512 }, (_, index) => (index * 97) % 256))),
    unanswered,
  ],
  'has a status of two digits': [says('HTTP/1.1 20 OK', EMPTY, '', ''), unanswered],
  'has a status beyond all': [says('HTTP/1.1 999 What', EMPTY, '', ''), unanswered],
  'names two lengths': [says(OK, 'content-length: 1', 'content-length: 2', '', 'ab'), unanswered],
};

async function openTlsReceiver(): Promise<string> {
  const server = createTlsServer(selfSigned, (socket) => {
    socket.on('error', () => {});
    socket.end([OK, EMPTY, '', ''].join('\r\n'));
  }).listen(0, '127.0.0.1');
  server.on('tlsClientError', () => {});
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Makes one attempt at each receiver, and at three endpoints of a healthy one. Returns the log of each. */
async function attemptAll(timeoutMilliseconds: number): Promise<Record<string, object>> {
  const { insertReceiver, dispatcherFor, deliveries, errors } = await setUpDispatch('pglite');
  const targets: string[] = [];
  const names = new Map<string, string>();
  const insert = async (name: string, target: string, scheme = 'http') => {
    targets.push(target);
    names.set(await insertReceiver(`${scheme}://${target}/hooks`), name);
  };
  for (const [name, [misbehave]] of Object.entries(receivers)) {
    const target = await openTcpServer((socket) =>
      socket.once('data', () => misbehave(socket, timeoutMilliseconds)),
    );
    await insert(name, target);
  }
  await insert('is not there', '127.0.0.1:1');
  await insert('has a certificate of its own making', await openTlsReceiver(), 'https');
  await insert('speaks no TLS', await openTcpServer((socket) => socket.end(OK)), 'https');
  const healthy = await openReceiver();
  targets.push(healthy.target);
  for (const _other of [1, 2, 3]) names.set(await insertReceiver(healthy.url), 'is healthy');

  await deliverDue(dispatcherFor(targets, { limits: { timeoutMilliseconds } }));

  const logged = (await deliveries()).map((delivery) => {
    expect(delivery).toMatchObject({ attempts: 1, leased_until: null });
    expect(delivery.next_attempt_at).toEqual(delivery.status === 'pending' ? after(5) : null);
    const { status, status_code: statusCode, response_body: body } = delivery;
    const facts = { status, statusCode, body, error: delivery.error_message };
    return [names.get(delivery.application_id) ?? '', facts] as const;
  });
  expect(healthy.requests).toHaveLength(3);
  expect(errors).toEqual([]);
  return Object.fromEntries(logged);
}

describe('a receiver that misbehaves', () => {
  it('has each attempt in the log, loses nothing, and delays no other', async () => {
    await withGrowingTimeout(attemptAll).toEqual({
      ...Object.fromEntries(Object.entries(receivers).map(([name, [, log]]) => [name, log])),
      'is not there': unanswered,
      'has a certificate of its own making': unanswered,
      'speaks no TLS': unanswered,
      'is healthy': succeeded(204),
    });
  });

  it('gets the event in the end, with each attempt in the log under one id', async () => {
    const { time, insertReceiver, dispatcherFor, deliveries, endpoint } = await setUpDispatch(
      'pglite',
      { WEBHOOK_RETRY_SCHEDULE: '0,5,5,5,5,5' },
    );
    const flapping = await openReceiver((response, position) => {
      if (position === 0) response.writeHead(500).end();
      else if (position === 1) response.socket?.resetAndDestroy();
      else if (position === 2) response.writeHead(503, { 'retry-after': '60' }).end('later');
      else response.writeHead(position === 3 ? 302 : 200).end();
    });
    const applicationId = await insertReceiver(flapping.url);
    const dispatcher = dispatcherFor([flapping.target]);
    const statuses: unknown[] = [];
    for (const seconds of [0, 5, 10, 70, 75]) {
      time.now = after(seconds);
      await deliverDue(dispatcher);
      const [delivery] = await deliveries();
      statuses.push([delivery?.status, delivery?.status_code, delivery?.attempts]);
    }
    expect(statuses).toEqual([
      ['pending', 500, 1],
      ['pending', null, 2],
      ['pending', 503, 3],
      ['pending', 302, 4],
      ['success', 200, 5],
    ]);
    const ids = flapping.requests.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(1);
    for (const request of flapping.requests) expect(verify(request, secret)).toBeDefined();
    expect(await endpoint(applicationId)).toMatchObject({ failing_since: null, status: 'enabled' });
  });
});

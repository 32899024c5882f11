import { describe, expect, it, onTestFinished } from 'vitest';
import { openReceiver, openTcpServer, withGrowingTimeout } from '../testing/receiver.ts';
import {
  AddressRefusedError,
  createAddressGuard,
  createReceiverPools,
  type Resolve,
} from './receiver-pools.ts';
import { type Answer, send } from './send.ts';

interface SenderOptions {
  privateTargets?: string[];
  resolvePrivate?: Resolve;
  timeoutMilliseconds?: number;
}

function createSender({ timeoutMilliseconds = 600_000, ...guard }: SenderOptions) {
  const pools = createReceiverPools({ connectTimeoutMilliseconds: timeoutMilliseconds });
  onTestFinished(() => pools.close());
  const checkAddress = createAddressGuard({ privateTargets: [], ...guard });
  return (url: string): Promise<Answer> =>
    send(
      { url, headers: { 'content-type': 'application/json' }, payload: '{"type":"webhook.test"}' },
      { checkAddress, pools, timeoutMilliseconds },
    );
}

describe('send', () => {
  it('posts the exact payload with its headers to the path and query of the URL', async () => {
    const receiver = await openReceiver();
    const sendTo = createSender({ privateTargets: [receiver.target] });

    expect(await sendTo(receiver.url)).toEqual({
      statusCode: 204,
      body: '',
      retryAfter: undefined,
    });
    expect(receiver.requests).toEqual([
      {
        method: 'POST',
        path: '/hooks?from=courtside',
        headers: expect.objectContaining({
          'content-type': 'application/json',
          'content-length': '23',
          host: receiver.target,
        }),
        body: '{"type":"webhook.test"}',
      },
    ]);
  });

  it('keeps connections open for the next attempts', async () => {
    const receiver = await openReceiver((response) => response.end('ok'));
    const sendTo = createSender({ privateTargets: [receiver.target] });
    for (let attempts = 0; attempts < 10; attempts += 1) await sendTo(receiver.url);
    // The next attempt may come a moment before the last connection is free.
    expect(receiver.connections()).toBeLessThanOrEqual(2);
  });

  it('returns status, Retry-After, and body of an unsuccessful answer', async () => {
    const receiver = await openReceiver((response) =>
      response.writeHead(503, { 'retry-after': '120' }).end('upstream is restarting'),
    );
    const sendTo = createSender({ privateTargets: [receiver.target] });
    expect(await sendTo(receiver.url)).toEqual({
      statusCode: 503,
      body: 'upstream is restarting',
      retryAfter: '120',
    });
  });
});

describe('send, the body of an answer', () => {
  const bodyOf = async (body: string | Uint8Array) => {
    const receiver = await openReceiver((response) => response.end(body));
    const sendTo = createSender({ privateTargets: [receiver.target] });
    return (await sendTo(receiver.url)).body;
  };

  it('is cut to the first 1,024 bytes', async () => {
    expect(await bodyOf(`${'a'.repeat(1_023)}bcd`)).toBe(`${'a'.repeat(1_023)}b`);
  });

  it('omits a character that the limit cuts in two', async () => {
    expect(await bodyOf(`${'a'.repeat(1_022)}😀`)).toBe('a'.repeat(1_022));
  });

  it('becomes text that a database can store, with any bytes', async () => {
    const body = await bodyOf(Buffer.from([0x61, 0x00, 0xff, 0xed, 0xa0, 0x80, 0x62]));
    expect(body).not.toContain('\0');
    expect(body.isWellFormed()).toBe(true);
    expect(body).toMatch(/^a\uFFFD+b$/);
  });

  it('is read up to 16 KiB, however long it is', async () => {
    let written = 0;
    const receiver = await openReceiver((response) => {
      const chunk = Buffer.alloc(64 * 1024, 'x');
      const writeOn = () => {
        while (!response.destroyed && response.write(chunk)) written += chunk.length;
      };
      response.on('drain', writeOn);
      writeOn();
    });
    const sendTo = createSender({ privateTargets: [receiver.target] });
    expect(await sendTo(receiver.url)).toMatchObject({ statusCode: 200, body: 'x'.repeat(1_024) });
    // The contents of the buffers at both ends. Without the limit, it would never end.
    expect(written).toBeLessThan(64 * 1024 * 1024);
  });

  it('is cut if it hangs, because the receiver has answered', async () => {
    const receiver = await openReceiver((response) => {
      response.writeHead(200).write('begun');
    });
    await withGrowingTimeout(async (timeoutMilliseconds) => {
      const sendTo = createSender({ privateTargets: [receiver.target], timeoutMilliseconds });
      return await sendTo(receiver.url).catch(() => null);
    }).toMatchObject({ statusCode: 200, body: 'begun' });
  });
});

describe('send rejects', () => {
  const short = { timeoutMilliseconds: 100 };

  it('if the headers do not arrive in time', async () => {
    const receiver = await openReceiver(() => {});
    const sendTo = createSender({ privateTargets: [receiver.target], ...short });
    await expect(sendTo(receiver.url)).rejects.toThrow('in time');
  });

  it('if the name does not resolve in time', async () => {
    const sendTo = createSender({
      privateTargets: ['slow.example:80'],
      resolvePrivate: () => new Promise(() => {}),
      ...short,
    });
    await expect(sendTo('http://slow.example/')).rejects.toThrow('in time');
  });

  it('if the headers exceed 16 KiB', async () => {
    const headers = `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`;
    const target = await openTcpServer((socket) => {
      socket.once('data', () => socket.end(headers));
    });
    await expect(createSender({ privateTargets: [target] })(`http://${target}/`)).rejects.toThrow();
  });

  it('if the answer to a TLS handshake is not TLS', async () => {
    const hello = Promise.withResolvers<Buffer>();
    const target = await openTcpServer((socket) => {
      socket.once('data', (data: Buffer) => {
        hello.resolve(data);
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
      });
    });
    const port = target.split(':')[1];
    const sendTo = createSender({
      privateTargets: [`receiver.example:${port}`],
      resolvePrivate: async () => ['127.0.0.1'],
    });
    await expect(sendTo(`https://receiver.example:${port}/`)).rejects.toThrow();
    // The connection goes to the address, and the handshake names the host.
    expect((await hello.promise).includes('receiver.example')).toBe(true);
  });
});

describe('send, to a name', () => {
  it('connects to the checked address, and looks it up again at every attempt', async () => {
    const receiver = await openReceiver();
    const port = receiver.target.split(':')[1];
    const nobodyListens = '127.0.0.2';
    const answers = [['127.0.0.1'], [nobodyListens], ['127.0.0.1']];
    const sendTo = createSender({
      privateTargets: [`receiver.example:${port}`],
      resolvePrivate: async () => answers.shift() ?? [],
    });
    const url = `http://receiver.example:${port}/`;

    expect(await sendTo(url)).toMatchObject({ statusCode: 204 });
    // A connection to the first address is still open, and must not be used.
    await expect(sendTo(url)).rejects.not.toThrow(AddressRefusedError);
    expect(await sendTo(url)).toMatchObject({ statusCode: 204 });
    expect(receiver.requests.map(({ headers }) => headers.host)).toEqual([
      `receiver.example:${port}`,
      `receiver.example:${port}`,
    ]);
    await expect(sendTo(url)).rejects.toThrow(AddressRefusedError);
  });
});

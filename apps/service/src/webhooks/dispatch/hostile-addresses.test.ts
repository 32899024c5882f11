import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { testRows } from '@partner-rating/table-tests';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReceiver } from '../testing/receiver.ts';
import { AddressRefusedError, createAddressGuard, createReceiverPools } from './receiver-pools.ts';
import { send } from './send.ts';

// PORT belongs to a socket that counts connections on every address of this machine.
const urls = [
  // Other schemes.
  'http://127.0.0.1:PORT/',
  'http://courtside.example:PORT/',
  'ftp://127.0.0.1:PORT/',
  'ws://127.0.0.1:PORT/',
  'file:///etc/passwd',
  'data:text/plain,hello',
  'gopher://127.0.0.1:PORT/_GET',
  'javascript:alert(1)',
  '//127.0.0.1:PORT/',
  // Credentials, and similar text.
  'https://user:password@courtside.example:PORT/',
  'https://user@127.0.0.1:PORT/',
  'https://courtside.example@127.0.0.1:PORT/',
  'https://127.0.0.1:PORT@courtside.example/',
  'https://courtside.example%40127.0.0.1:PORT/',
  // IPv4 in its many spellings.
  'https://127.0.0.1:PORT/',
  'https://127.1:PORT/',
  'https://127.0.1:PORT/',
  'https://127.255.255.254:PORT/',
  'https://0x7f.0x0.0x0.0x1:PORT/',
  'https://0177.0x0.0.1:PORT/',
  'https://00000177.1:PORT/',
  'https://127.0x000001:PORT/',
  'https://2130706433:PORT/',
  'https://0x7f000001:PORT/',
  'https://0X7F.0.0.1:PORT/',
  'https://0x7f.1:PORT/',
  'https://0177.0.0.1:PORT/',
  'https://017700000001:PORT/',
  'https://127.0.0.1.:PORT/',
  'https://127.00.0.01:PORT/',
  'https://１２７.０.０.１:PORT/',
  'https://①②⑦.⓪.⓪.①:PORT/',
  'https://127。0。0。1:PORT/',
  'https://%31%32%37.0.0.1:PORT/',
  'https:127.0.0.1:PORT/',
  'https:\\\\127.0.0.1:PORT\\',
  'https://127.0.0.1\\@courtside.example:PORT/',
  'https://127.0.0.1:PORT#@courtside.example/',
  'https://127.0.0.1:PORT?@courtside.example/',
  'https:///127.0.0.1:PORT/',
  'https://127.0.0\t.1:PORT/',
  'https://127\u00ad.0.0.1:PORT/',
  'https://courtside.example\\.127.0.0.1:PORT/',
  'https://0.0.0.0:PORT/',
  'https://0:PORT/',
  'https://10.0.0.1:PORT/',
  'https://100.64.0.1:PORT/',
  'https://169.254.169.254/latest/meta-data/',
  'https://169.254.170.2/v2/credentials',
  'https://2852039166/',
  'https://0xa9fea9fe/',
  'https://172.16.0.1:PORT/',
  'https://192.0.0.192/',
  'https://192.168.1.1:PORT/',
  'https://198.18.0.1:PORT/',
  'https://224.0.0.1:PORT/',
  'https://255.255.255.255:PORT/',
  'https://4294967295:PORT/',
  // IPv6, and IPv4 within it.
  'https://[::1]:PORT/',
  'https://[0000:0000:0000:0000:0000:0000:0000:0001]:PORT/',
  'https://[::]:PORT/',
  'https://[::127.0.0.1]:PORT/',
  'https://[::ffff:127.0.0.1]:PORT/',
  'https://[::ffff:7f00:1]:PORT/',
  'https://[::FFFF:7F00:0001]:PORT/',
  'https://[0:0:0:0:0:ffff:127.0.0.1]:PORT/',
  'https://[::ffff:0:127.0.0.1]:PORT/',
  'https://[::ffff:169.254.169.254]/',
  'https://[64:ff9b::127.0.0.1]:PORT/',
  'https://[64:ff9b::a9fe:a9fe]/',
  'https://[64:ff9b:1::7f00:1]:PORT/',
  'https://[2002:7f00:1::]:PORT/',
  'https://[2002:a9fe:a9fe::1]/',
  'https://[2001:0:7f00:1::]:PORT/',
  'https://[2001::80ff:fffe]:PORT/',
  'https://[fe80::1]:PORT/',
  'https://[fe80::1%25lo]:PORT/',
  'https://[fec0::1]:PORT/',
  'https://[fc00::1]:PORT/',
  'https://[fd00:ec2::254]/latest/meta-data/',
  'https://[ff02::1]:PORT/',
  'https://[2001:db8::1]:PORT/',
  'https://[::ffff:10.0.0.1]:PORT/',
  'https://[::ffff:a00:1]:PORT/',
  'https://[64:ff9b::10.0.0.1]:PORT/',
  'https://[2002:a00:1::1]:PORT/',
  'https://[2001:0:4136:e378:8000:63bf:f5ff:fffe]:PORT/',
  'https://[100::1]:PORT/',
  'https://[5f00::1]:PORT/',
  // Names that mean this machine or this network.
  'https://localhost:PORT/',
  'https://LOCALHOST:PORT/',
  'https://localhost.:PORT/',
  'https://ｌｏｃａｌｈｏｓｔ:PORT/',
  'https://courtside.localhost:PORT/',
  'https://localhost.localdomain.local:PORT/',
  'https://ip6-localhost:PORT/',
  'https://metadata.google.internal/',
  'https://printer.local:PORT/',
  'https://router.home.arpa:PORT/',
  'https://intranet:PORT/',
  'https://hidden.onion/',
];

// Addresses to which valid names may resolve. Each list has at least one that is refused.
const resolutions: [string, string[]][] = [
  ['loopback', ['127.0.0.1']],
  ['another loopback', ['127.8.8.8']],
  ['the unspecified address', ['0.0.0.0']],
  ['a private address', ['10.1.2.3']],
  ['the metadata service', ['169.254.169.254']],
  ['a shared address', ['100.100.100.200']],
  ['IPv6 loopback', ['::1']],
  ['the unspecified IPv6 address', ['::']],
  ['a mapped address', ['::ffff:127.0.0.1']],
  ['a mapped address in hexadecimal', ['::ffff:7f00:1']],
  ['a compatible address', ['::127.0.0.1']],
  ['a NAT64 address', ['64:ff9b::7f00:1']],
  ['a 6to4 address', ['2002:7f00:1::1']],
  ['a Teredo address', ['2001:0:7f00:1::1']],
  ['a NAT64 address of a local prefix', ['64:ff9b:1::7f00:1']],
  ['a link-local address with its zone', ['fe80::1%lo']],
  ['loopback with a zone', ['::1%lo']],
  ['a unique local address', ['fd00::1']],
  ['a public address and loopback', ['1.1.1.1', '127.0.0.1']],
  ['a public address and, over IPv6, loopback', ['1.1.1.1', '::1']],
  ['nothing', []],
  ['an invalid address', ['localhost']],
];

describe('a hostile address', () => {
  let server: Server;
  let port: number;
  let connections = 0;
  // No receiver is cut off on a busy machine.
  const timeoutMilliseconds = 600_000;
  const pools = createReceiverPools({ connectTimeoutMilliseconds: timeoutMilliseconds });

  beforeAll(async () => {
    server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    }).listen(0);
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });

  afterAll(async () => {
    await pools.close();
    server.close();
  });

  function sendTo(url: string, resolve: () => Promise<string[]>) {
    const checkAddress = createAddressGuard({
      // An allowed private target must not allow any other.
      privateTargets: [`127.0.0.1:${port - 1}`],
      resolvePublic: resolve,
      resolvePrivate: resolve,
    });
    const message = { url: url.replace('PORT', String(port)), headers: {}, payload: '{}' };
    return send(message, { checkAddress, pools, timeoutMilliseconds });
  }

  it('would be counted if it were reached', async () => {
    const checkAddress = createAddressGuard({ privateTargets: [`127.0.0.1:${port}`] });
    const message = { url: `http://127.0.0.1:${port}/`, headers: {}, payload: '{}' };
    const sent = send(message, { checkAddress, pools, timeoutMilliseconds });
    await expect(sent).rejects.not.toThrow(AddressRefusedError);
    expect(connections).toBe(1);
    connections = 0;
  });

  testRows(urls)('is not connected to', async (url) => {
    await expect(sendTo(url, async () => ['127.0.0.1'])).rejects.toThrow(AddressRefusedError);
    expect(connections).toBe(0);
  });

  testRows(resolutions)('is not connected to if a name resolves to it', async (_case, found) => {
    const sent = sendTo('https://courtside.example:PORT/', async () => found);
    await expect(sent).rejects.toThrow(AddressRefusedError);
    expect(connections).toBe(0);
  });

  it('gives the same text if a name does not resolve or resolves to a private address', async () => {
    const unknown = sendTo('https://courtside.example:PORT/', async () => {
      throw new Error('ENOTFOUND');
    });
    const inside = sendTo('https://courtside.example:PORT/', async () => ['10.0.0.1']);
    const texts = await Promise.all([unknown, inside].map((sent) => sent.catch(String)));
    expect(texts[0]).toBe(texts[1]);
  });

  testRows([301, 302, 303, 307, 308])('is not connected to by a redirect', async (status) => {
    const location = `https://127.0.0.1:${port}/`;
    const redirecting = await openReceiver((response) =>
      response.writeHead(status, { location, refresh: `0; url=${location}` }).end(),
    );
    const checkAddress = createAddressGuard({ privateTargets: [redirecting.target] });
    const message = { url: redirecting.url, headers: {}, payload: '{}' };
    const answer = await send(message, { checkAddress, pools, timeoutMilliseconds });
    expect(answer.statusCode).toBe(status);
    expect(redirecting.requests).toHaveLength(1);
    expect(connections).toBe(0);
  });

  it('is not connected to if a name resolves differently the second time', async () => {
    const answers = [['1.1.1.1'], ['127.0.0.1']];
    const checkAddress = createAddressGuard({
      privateTargets: [],
      resolvePublic: async () => answers.shift() ?? [],
    });
    const url = `https://courtside.example:${port}/`;
    expect((await checkAddress(url)).addresses).toEqual(['1.1.1.1']);
    const second = send(
      { url, headers: {}, payload: '{}' },
      { checkAddress, pools, timeoutMilliseconds },
    );
    await expect(second).rejects.toThrow(AddressRefusedError);
    expect(connections).toBe(0);
  });
});

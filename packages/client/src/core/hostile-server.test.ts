import { gzipSync } from 'node:zlib';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test } from 'vitest';
import { PartnerRatingClient } from '../client.ts';
import { jsonServer, localServer, rejection } from '../test-support/local-server.ts';

const tooMuch = 65 * 1_048_576;

describe('a body that is too large', () => {
  test('is aborted at the limit, and the connection is closed', async () => {
    const closed = Promise.withResolvers<void>();
    let sent = 0;
    const { client } = await localServer((response) => {
      response.on('close', () => closed.resolve());
      response.writeHead(200, { 'content-type': 'application/json' });
      const chunk = Buffer.alloc(1_048_576, ' ');
      const send = (): void => {
        while (!response.destroyed && sent < 4 * tooMuch) {
          sent += chunk.length;
          if (!response.write(chunk)) {
            response.once('drain', send);
            return;
          }
        }
      };
      send();
    });
    const error = await rejection(client.usage.get());
    expect(error).toMatchObject({ statusCode: 200, code: 'unexpected_answer' });
    await closed.promise;
    expect(sent).toBeLessThan(2 * tooMuch);
  });

  test('is aborted even if its compressed form is small', async () => {
    const bomb = gzipSync(Buffer.alloc(tooMuch, ' '));
    expect(bomb.length).toBeLessThan(100_000);
    const { client } = await localServer((response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    expect(await rejection(client.usage.get())).toMatchObject({ code: 'unexpected_answer' });
  });

  test('is measured in bytes, not in characters', async () => {
    const euros = JSON.stringify({ requests: '€'.repeat(tooMuch / 3) });
    expect(euros.length).toBeLessThan(tooMuch / 2);
    const { client } = await localServer((response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(euros)),
    );
    expect(await rejection(client.usage.get())).toMatchObject({ code: 'unexpected_answer' });
  });

  test('in an error response leads to the code unexpected_answer', async () => {
    const { client } = await localServer((response) =>
      response.writeHead(404).end(Buffer.alloc(3_000_000, ' ')),
    );
    expect(await rejection(client.usage.get())).toMatchObject({
      name: 'PartnerRatingError',
      code: 'unexpected_answer',
    });
  });
});

describe('the decoding of a response', () => {
  test('ignores a byte order mark, and joins characters split across chunks', async () => {
    const text = Buffer.from('\uFEFF{"city":"Málaga"}');
    const { client } = await localServer((response) => {
      response.writeHead(200).write(text.subarray(0, 14));
      setTimeout(() => response.end(text.subarray(14)), 20);
    });
    expect(await client.usage.get()).toEqual({ city: 'Málaga' });
  });
});

describe('a redirect', () => {
  testRows([301, 302, 303, 307, 308])('is not followed', async (status) => {
    const elsewhere = await jsonServer(200, {});
    const { baseUrl } = await localServer((response) =>
      response.writeHead(status, { location: elsewhere.baseUrl }).end(),
    );
    const player = new PartnerRatingClient({ accessToken: 'pra_test', baseUrl });
    for (const call of [player.members.get(), player.oauth.refresh({ refresh_token: 'prr_1' })]) {
      const error = await rejection(call);
      expect(error).toMatchObject({ statusCode: status, code: 'unexpected_answer' });
    }
    expect(elsewhere.requests).toEqual([]);
  });
});

import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { maxBodyLimit } from './contract.ts';
import { receive } from './received-request.ts';

const mebibyte = Buffer.alloc(1_048_576);

test('a body that no operation takes is read to its end and not kept', async () => {
  let sent = 0;
  const body = Readable.from(
    (function* () {
      while (sent < 64) {
        sent += 1;
        yield mebibyte;
      }
    })(),
  );
  const incoming = Object.assign(body, { method: 'POST', url: '/', headers: {} });
  const request = await receive(incoming as unknown as IncomingMessage);
  expect(sent).toBe(64);
  expect(request.body.length).toBeGreaterThan(maxBodyLimit);
  expect(request.body.length).toBeLessThanOrEqual(maxBodyLimit + mebibyte.length);
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { runOperatorCommand } from '../operator.ts';
import { silentTerminal } from '../testing/operator.ts';
import { clientOverHttp } from './clients.ts';

/** Runs a command that reads two pages, against a service that sends these headers. */
async function printedWith(headers: Record<string, string>): Promise<string[]> {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    const nextCursor = requests === 1 ? 'next' : null;
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ partners: [], nextCursor }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const printed: string[] = [];
  const terminal = silentTerminal({ printError: (line) => printed.push(line) });
  const client = clientOverHttp(address, 'pro_test', terminal.printError);
  expect(await runOperatorCommand(['partner', 'list'], terminal, () => client)).toBe(0);
  expect(requests).toBe(2);
  return printed;
}

it('a command over HTTP says once that its token expires soon, and what to do', async () => {
  expect(await printedWith({ 'operator-token-expires': '2026-09-19T18:00:00.000Z' })).toEqual([
    'The token of OPERATOR_TOKEN expires at 2026-09-19T18:00:00.000Z. Create another one with `operator token create`, set it, and revoke this one.',
  ]);
});

it('a command over HTTP says nothing about a token that is valid for longer', async () => {
  expect(await printedWith({})).toEqual([]);
});

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Answer } from './contract.ts';
import { createPrism } from './prism.ts';
import { problem } from './refusals.ts';
import { type ReceivedRequest, respond } from './respond.ts';

const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-expose-headers': '*',
};

/**
 * The mock server, not listening yet: every operation of the contract, answered with its examples.
 * `log` is told of each request in a line.
 */
export async function createMock(log: (line: string) => void = () => {}): Promise<Server> {
  const prism = await createPrism();
  return createServer(async (incoming, outgoing) => {
    const answer = await answerTo(incoming).catch((error: unknown) => {
      log(`The request failed: ${String(error)}`);
      return problem('internal');
    });
    send(outgoing, answer);
    log(`${incoming.method} ${incoming.url} → ${answer.status}`);
  });

  async function answerTo(incoming: IncomingMessage): Promise<Answer> {
    if (incoming.method === 'OPTIONS') return { status: 204, headers: {}, body: undefined };
    return await respond(prism, await received(incoming));
  }
}

async function received(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://localhost');
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  return {
    method: incoming.method ?? 'GET',
    path: pathname,
    query: searchParams,
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks),
  };
}

function send(outgoing: ServerResponse, { status, headers, body }: Answer): void {
  outgoing.writeHead(status, { ...crossOrigin, ...headers }).end(body);
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Answer } from './contract.ts';
import { type Control, controlAnswer } from './control.ts';
import { crossOrigin, preflightAnswer } from './cross-origin.ts';
import { createPrism } from './prism.ts';
import { receive } from './received-request.ts';
import { problem } from './refusals.ts';
import { respond } from './respond.ts';

/**
 * The mock server, not listening yet: every operation of the contract, answered with its examples.
 * `log` receives a line for each request.
 */
export async function createMock(control: Control, log: (line: string) => void): Promise<Server> {
  const prism = await createPrism();
  const server = createServer(async (incoming, outgoing) => {
    const answer = await answerTo(incoming).catch((error: unknown) => {
      log(`The request failed: ${String(error)}`);
      return problem('internal');
    });
    send(outgoing, answer);
    log(`${incoming.method} ${incoming.url} → ${answer.status}`);
  });
  return server;

  async function answerTo(incoming: IncomingMessage): Promise<Answer> {
    if (incoming.method === 'OPTIONS') return preflightAnswer;
    const request = await receive(incoming);
    return (
      (await controlAnswer(request, control)) ?? (await respond(prism, request, control.scenario))
    );
  }

  function send(outgoing: ServerResponse, { status, headers, body }: Answer): void {
    // A mock that is being stopped keeps no connection waiting.
    const connection = server.listening ? {} : { connection: 'close' };
    outgoing.writeHead(status, { ...crossOrigin, ...headers, ...connection }).end(body);
  }
}

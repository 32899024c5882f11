import { once } from 'node:events';
import { type IncomingMessage, request as openRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { version } from '../../platform/configuration/configuration.ts';
import { EXPIRY_HEADER } from '../api/token-expiry.ts';
import { findSocket } from '../socket/socket-path.ts';
import { OperatorError } from '../terminal.ts';
import type { AdminClient, WithClient } from './call-operation.ts';

// The operations expect a token, and the owner of the database needs none.
const AUTHORIZATION = 'Bearer owner-of-the-database';

/**
 * Calls a service over HTTP with the token of an operator.
 * @throws OperatorError if the address is not valid, or the token is missing.
 */
export function clientOverHttp(
  address: string,
  token: string | undefined,
  printError: (line: string) => void,
): WithClient {
  const base = URL.parse(address);
  if (base === null || !/^https?:$/.test(base.protocol)) {
    throw new OperatorError(
      `OPERATOR_URL is the address of the service, such as https://ratings.example. It is ${address}.`,
    );
  }
  if (token === undefined || token === '') {
    throw new OperatorError(
      'Set OPERATOR_TOKEN to the token of an operator. `operator token create` on the machine of the service creates one.',
    );
  }
  return async (run) => {
    let expiresAt = null as string | null;
    await run(async (request) => {
      const { pathname, search } = new URL(request.url);
      request.headers.set('authorization', `Bearer ${token}`);
      try {
        const response = await fetch(new Request(new URL(pathname + search, base), request));
        expiresAt = response.headers.get(EXPIRY_HEADER);
        return response;
      } catch (error) {
        const { cause } = error as Error;
        const reason = cause instanceof Error ? cause.message : String(error);
        throw new OperatorError(`${base.origin} did not answer: ${reason}`);
      }
    });
    if (expiresAt !== null) printError(expiresSoon(expiresAt));
  };
}

function expiresSoon(expiresAt: string): string {
  return `The token of OPERATOR_TOKEN expires at ${expiresAt}. Create another one with \`operator token create\`, set it, and revoke this one.`;
}

/**
 * Finds the service that has the embedded database of a data directory open; null if no service listens.
 * @throws OperatorError if the service belongs to another user, or has another version.
 */
export async function findServiceClient(dataDirectory: string): Promise<AdminClient | null> {
  const socketPath = await findSocket(dataDirectory);
  if (socketPath === null) return null;
  const theirs = await readVersion(socketPath);
  if (theirs === null) return null;
  if (theirs !== version) throw new OperatorError(otherVersion(theirs));
  return async (request) => {
    request.headers.set('authorization', AUTHORIZATION);
    try {
      return await sendTo(socketPath, request);
    } catch (cause) {
      throw new OperatorError(
        'The service stopped before the command had ended. Check what was changed, and run the command again.',
        { cause },
      );
    }
  };
}

/** The version of the service; null if it does not listen, because it is starting or was killed. */
async function readVersion(socketPath: string): Promise<string | null> {
  try {
    const response = await sendTo(socketPath, new Request('http://localhost/version'));
    return String(((await response.json()) as { version?: unknown }).version);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ECONNREFUSED' || code === 'ENOENT') return null;
    // An earlier release has another protocol.
    if (code.startsWith('HPE_')) return 'earlier';
    if (code !== 'EACCES') throw error;
    throw new OperatorError(
      `The running service belongs to another user: you cannot open ${socketPath}. Run the command as that user.`,
    );
  }
}

function otherVersion(theirs: string): string {
  return `The running service is version ${theirs}, and this command is ${version}. Start the service again, or run the command of its version.`;
}

async function sendTo(socketPath: string, sent: Request): Promise<Response> {
  const { pathname, search } = new URL(sent.url);
  const message = openRequest({
    socketPath,
    agent: false,
    method: sent.method,
    path: pathname + search,
    headers: Object.fromEntries(sent.headers),
  });
  message.end(Buffer.from(await sent.arrayBuffer()));
  const [answer] = (await once(message, 'response')) as [IncomingMessage];
  const body = await buffer(answer);
  const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const status = answer.statusCode ?? 500;
  return new Response(body.length === 0 ? null : body, { status, headers });
}

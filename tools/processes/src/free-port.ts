import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

// Below the ephemeral ports of every system (Linux has them from 32768), so that between this call and the one that
// listens no connection, and no server that asks for any port, is given it. Above the last one that browsers and
// `fetch` refuse to connect to, 10080 (Fetch Standard, section "Port blocking").
const FIRST = 10_081;
const LAST = 32_767;
const ATTEMPTS = 100;

// One after the other, so that no two calls of a process are given the same.
let last = randomInt(FIRST, LAST + 1);

/**
 * A port of the host that nobody listens on at the moment: the one wanted, or any.
 * Rejects as a server does that cannot listen, such as with `EADDRINUSE`.
 */
export async function freePort(host = '127.0.0.1', wanted = 0): Promise<number> {
  for (let attempt = 0; wanted === 0 && attempt < ATTEMPTS; attempt += 1) {
    last = last === LAST ? FIRST : last + 1;
    const port = await portOf(host, last).catch(nullWhereTaken);
    if (port !== null) return port;
  }
  return await portOf(host, wanted);
}

/** The port of a server that listened for a moment. */
async function portOf(host: string, wanted: number): Promise<number> {
  const server = createServer().listen(wanted, host);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port was given.');
  return address.port;
}

function nullWhereTaken(error: NodeJS.ErrnoException): null {
  // Windows reserves some.
  if (error.code === 'EADDRINUSE' || error.code === 'EACCES') return null;
  throw error;
}

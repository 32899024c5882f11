import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface ClosedLoop {
  port: number;
  /** The requests to send, in order. After the last one, the first follows again. */
  requests: readonly string[];
  count: number;
  connections: number;
}

/**
 * Sends requests over several connections. Each connection sends the next request when its response
 * is complete (a closed loop). Returns the milliseconds. It reads only the status and the end of
 * each response, so that the server is the bottleneck.
 */
export async function sendOneByOne({
  port,
  requests,
  count,
  connections,
}: ClosedLoop): Promise<number> {
  let sent = 0;
  const run = async (socket: Socket): Promise<void> => {
    let received: Buffer[] = [];
    let left = 0;
    await new Promise<void>((resolve, reject) => {
      const next = (): void => {
        sent += 1;
        if (sent > count) resolve();
        else socket.write(requests[sent % requests.length] ?? '');
      };
      socket.on('error', reject);
      socket.on('data', (chunk: Buffer) => {
        if (left === 0) {
          received.push(chunk);
          const start = received.length === 1 ? chunk : Buffer.concat(received);
          const length = answerLength(start);
          if (length === null) return;
          if (!start.subarray(0, 12).equals(ok)) reject(new Error(`Answered ${start}`));
          left = length - start.length;
          received = [];
        } else {
          left -= chunk.length;
        }
        if (left === 0) next();
      });
      next();
    });
    socket.destroy();
  };
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      return socket;
    }),
  );
  const start = performance.now();
  await Promise.all(sockets.map(run));
  return performance.now() - start;
}

/** Returns a partner's request as bytes: a POST if it has a body, otherwise a GET. */
export function requestText(path: string, apiKey: string, body?: object): string {
  const method = body === undefined ? 'GET' : 'POST';
  const head = [`${method} /api/v1${path} HTTP/1.1`, 'host: localhost', `x-api-key: ${apiKey}`];
  if (body === undefined) return [...head, '', ''].join('\r\n');
  const text = JSON.stringify(body);
  const length = `content-length: ${Buffer.byteLength(text)}`;
  return [...head, 'content-type: application/json', length, '', text].join('\r\n');
}

const ok = Buffer.from('HTTP/1.1 200');
const endOfHead = Buffer.from('\r\n\r\n');

function answerLength(start: Buffer): number | null {
  const head = start.indexOf(endOfHead);
  if (head < 0) return null;
  const bodyLength = /\r\ncontent-length: (\d+)/i.exec(start.toString('latin1', 0, head))?.[1];
  return head + endOfHead.length + Number(bodyLength);
}

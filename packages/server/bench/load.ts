import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * Repeats one request on some connections until `count` responses have arrived. Each connection sends the
 * next request when a response is complete. This code only finds the end of each response, so that the server is the
 * bottleneck.
 */
export async function load(
  port: number,
  request: string,
  count: number,
  connections: number,
): Promise<void> {
  let left = count;
  const run = async (socket: Socket): Promise<void> => {
    let received = '';
    await new Promise<void>((resolve, reject) => {
      const next = (): void => {
        left -= 1;
        if (left < 0) resolve();
        else socket.write(request);
      };
      socket.setEncoding('latin1').on('error', reject);
      socket.on('data', (text: string) => {
        received += text;
        const length = responseLength(received);
        if (received.length < length) return;
        if (!received.startsWith('HTTP/1.1 200')) reject(new Error(`The response was ${received}`));
        received = received.slice(length);
        next();
      });
      next();
    });
    socket.destroy();
  };
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      await run(socket);
    }),
  );
}

function responseLength(received: string): number {
  const head = received.indexOf('\r\n\r\n');
  if (head < 0) return Number.POSITIVE_INFINITY;
  const bodyLength = /\r\ncontent-length: (\d+)/i.exec(received)?.[1];
  return head + 4 + Number(bodyLength);
}

import type { IncomingMessage } from 'node:http';
import { BodyTooLargeError } from '../pipeline/exchange.ts';

/** Reads the body of a request, and stops at the first byte past the limit. Calls `onBegin` before the first byte. */
export async function readBody(
  request: IncomingMessage,
  limit: number,
  onBegin: () => void,
): Promise<Uint8Array | undefined> {
  const announced = request.headers['content-length'];
  if (announced === undefined && request.headers['transfer-encoding'] === undefined) {
    return undefined;
  }
  if (Number(announced) > limit) throw new BodyTooLargeError();
  if (request.readableEnded) {
    throw new Error(
      'Other middleware has already read the body. Register the listener before middleware that reads bodies.',
    );
  }
  onBegin();
  return await new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      chunks.push(chunk);
      if (length > limit) fail(new BodyTooLargeError());
    };
    const fail = (error: Error): void => {
      request.off('data', onData).pause();
      reject(error);
    };
    request
      .on('data', onData)
      .once('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)))
      .once('error', fail)
      .once('close', () => fail(new Error('The client disconnected before it had sent the body.')));
  });
}

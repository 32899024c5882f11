import type { IncomingMessage } from 'node:http';

const MAX_BYTES = 65_536;

/** A small body as text; it is read to its end, and what is beyond the limit is dropped. */
export async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming) {
    if (length <= MAX_BYTES) chunks.push(chunk);
    length += chunk.length;
  }
  return Buffer.concat(chunks).toString();
}

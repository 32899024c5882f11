import type { IncomingMessage } from 'node:http';

const MAX_BYTES = 65_536;

/** Reads a small body as text. It reads a larger body to its end, but drops the rest. */
export async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming) {
    if (length <= MAX_BYTES) chunks.push(chunk);
    length += chunk.length;
  }
  return Buffer.concat(chunks).toString();
}

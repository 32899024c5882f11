import type { IncomingMessage } from 'node:http';
import { maxBodyLimit } from './contract.ts';

/** A request as it arrived. */
export interface ReceivedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: Buffer;
}

/** Reads a request. HEAD is read as GET; Node leaves out the body of its answer. */
export async function receive(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const { method = 'GET', url = '/' } = incoming;
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  return {
    method: method === 'HEAD' ? 'GET' : method,
    ...target(url),
    headers: Object.fromEntries(headers),
    body: await bodyOf(incoming),
  };
}

/** Whether its body is a form, as OAuth libraries send it. */
export function isForm({ headers }: ReceivedRequest): boolean {
  return headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
}

/** What a request asks for (RFC 9112 section 3.2): a path, or a whole address as a proxy is sent it. */
function target(text: string): Pick<ReceivedRequest, 'path' | 'query'> {
  // With a host before it, or two slashes at its beginning would be taken for one.
  const url = URL.parse(text.startsWith('/') ? `http://localhost${text}` : text);
  return { path: url?.pathname ?? text, query: url?.searchParams ?? new URLSearchParams() };
}

/** A body, read to its end so that its sender hears the answer, but kept only as far as it could fit. */
async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming) {
    if (length <= maxBodyLimit) chunks.push(chunk);
    length += chunk.length;
  }
  return Buffer.concat(chunks);
}

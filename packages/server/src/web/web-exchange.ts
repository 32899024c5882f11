import { type Answer, BodyTooLargeError, type Exchange } from '../pipeline/exchange.ts';
import type { RequestHead } from '../request/request-head.ts';

/** A `Request` as an exchange. It reads the signal and the body only when they are needed. */
export class WebExchange implements Exchange {
  readonly head: RequestHead;
  readonly raw: unknown;
  readonly #request: Request;

  constructor(request: Request, raw: unknown) {
    const { method, url, headers } = request;
    this.head = { method, url: targetOf(url), headers: Object.fromEntries(headers) };
    this.raw = raw;
    this.#request = request;
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }

  async readBody(limit: number): Promise<Uint8Array | undefined> {
    return await readBody(this.#request, limit);
  }
}

/** Returns the path and query of a URL. */
export function targetOf(url: string): string {
  const path = url.indexOf('/', url.indexOf('://') + 3);
  const fragment = url.indexOf('#');
  return url.slice(path, fragment < 0 ? undefined : fragment);
}

async function readBody(request: Request, limit: number): Promise<Uint8Array | undefined> {
  if (request.body === null) return undefined;
  if (Number(request.headers.get('content-length')) > limit) throw new BodyTooLargeError();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body as ReadableStream<Uint8Array>) {
    length += chunk.length;
    if (length > limit) throw new BodyTooLargeError();
    chunks.push(chunk);
  }
  return joined(chunks, length);
}

/** Joins the chunks of a body. */
function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  if (chunks.length === 1) return chunks[0] as Uint8Array;
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/** Returns an answer as a `Response`. */
export function webResponse({ status, headers, body }: Answer, method: string): Response {
  const fields = new Headers();
  for (const name in headers) {
    for (const value of [headers[name] ?? []].flat()) fields.append(name, value);
  }
  if (method !== 'HEAD' || body === undefined)
    return new Response(body ?? null, { status, headers: fields });
  fields.set('content-length', String(new TextEncoder().encode(body).length));
  return new Response(null, { status, headers: fields });
}

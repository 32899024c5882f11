import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

type Encoding = 'br' | 'gzip';

const ENCODINGS: Encoding[] = ['br', 'gzip'];

// A response below one packet gains nothing.
const MIN_BYTES = 1_024;

const gzipped = promisify(gzip);
const brotli = promisify(brotliCompress);

/** Compresses a body, quickly unless the result is sent many times. */
async function compress(body: Buffer, encoding: Encoding, isReused: boolean): Promise<Buffer> {
  if (encoding === 'gzip') return await gzipped(body, { level: isReused ? 9 : 5 });
  const quality = isReused ? reusedQuality(body) : 4;
  return await brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}

// The best quality is a tenth smaller, but takes seconds for a large document.
const MAX_BEST_BYTES = 262_144;

function reusedQuality({ length }: Buffer): number {
  return length <= MAX_BEST_BYTES ? 11 : 9;
}

function encodingFor({ headers }: FastifyRequest): Encoding | null {
  const accepted = headers['accept-encoding'];
  return typeof accepted === 'string' ? (negotiate(accepted, ENCODINGS) as Encoding | null) : null;
}

/** Makes caches distinguish compressed responses from others. */
function varyByEncoding(reply: FastifyReply): void {
  const vary = [reply.getHeader('vary') ?? []].flat().map(String);
  reply.header('vary', [...vary, 'accept-encoding'].join(', '));
}

/**
 * Compresses pages. Their form tokens differ in each response, so their length reveals nothing about the tokens (BREACH).
 * The other text about a player is the same each time. So a page is not compressed if another site made a browser with
 * a session request it: that site could compare the lengths of many responses. Responses of the API are not compressed.
 */
export function compressPages(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '');
    if (!type.startsWith('text/html') || typeof payload !== 'string') return payload;
    if (reply.hasHeader('content-encoding') || payload.length < MIN_BYTES) return payload;
    varyByEncoding(reply);
    const encoding = isOwnVisit(request) ? encodingFor(request) : null;
    if (encoding === null) return payload;
    reply.header('content-encoding', encoding).removeHeader('content-length');
    return await compress(Buffer.from(payload), encoding, false);
  });
}

// Browsers set Sec-Fetch-Site for the whole chain of redirects. `none` means an address that was typed.
function isOwnVisit({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return headers.cookie === undefined || site === 'same-origin' || site === 'none';
}

export type DocumentHandler = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

/** Returns the handler of a document that does not change. It is compressed at the first request. */
export function staticDocument(
  document: Buffer,
  type: string,
  cacheControl = 'public, max-age=300',
): DocumentHandler {
  const etag = `W/"${createHash('sha256').update(document).digest('base64url')}"`;
  const compressed = new Map<Encoding, Promise<Buffer>>();
  return async (request, reply) => {
    reply.header('etag', etag).header('cache-control', cacheControl);
    varyByEncoding(reply);
    if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
    reply.type(type);
    const encoding = encodingFor(request);
    if (encoding === null) return reply.send(document);
    const body = compressed.get(encoding) ?? compress(document, encoding, true);
    compressed.set(encoding, body);
    return reply.header('content-encoding', encoding).send(await body);
  };
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  const named = ifNoneMatch?.split(',').map((one) => one.trim()) ?? [];
  return named.includes('*') || named.includes(etag);
}

const HSTS = `max-age=${365 * 24 * 60 * 60}`;

/** Makes browsers use only HTTPS if the public address has it (RFC 6797), except on a developer's machine. */
export function requireHttps(app: FastifyInstance, publicUrl: string): void {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol !== 'https:' || hostname === 'localhost') return;
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('strict-transport-security', HSTS);
  });
}

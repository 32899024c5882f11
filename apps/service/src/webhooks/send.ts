import { Buffer } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { AddressGuard } from './address-guard.ts';
import type { ReceiverPools } from './receiver-pools.ts';

export interface OutgoingMessage {
  url: string;
  headers: Record<string, string>;
  payload: string;
}

export interface Answer {
  statusCode: number;
  /** The first bytes of the body, as text that a database can keep. */
  body: string;
  retryAfter: string | undefined;
}

export interface SendTools {
  checkAddress: AddressGuard;
  pools: ReceiverPools;
  timeoutMilliseconds: number;
}

const KEPT_BYTES = 1024;
const READ_BYTES = 16 * 1024;

/**
 * Posts a message and gives the answer, whatever its status. Rejects with `AddressRefusedError`
 * where nothing may be sent, and otherwise where no answer came in time.
 */
export async function send(message: OutgoingMessage, tools: SendTools): Promise<Answer> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), tools.timeoutMilliseconds);
  try {
    const address = await before(deadline.signal, tools.checkAddress(message.url));
    const { statusCode, headers, body } = await tools.pools.open(address).request({
      method: 'POST',
      path: address.url.pathname + address.url.search,
      headers: message.headers,
      body: message.payload,
      signal: deadline.signal,
    });
    const start = await readStart(body);
    return { statusCode, body: toText(start), retryAfter: singleField(headers, 'retry-after') };
  } finally {
    clearTimeout(timer);
  }
}

function before<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });
}

// Once the status is there the receiver has answered: a body that breaks off, hangs or never ends
// is only cut.
async function readStart(body: Dispatcher.ResponseData['body']): Promise<Uint8Array> {
  const kept: Uint8Array[] = [];
  let read = 0;
  try {
    for await (const chunk of body) {
      if (read < KEPT_BYTES) kept.push(chunk.subarray(0, KEPT_BYTES - read));
      read += chunk.length;
      if (read > READ_BYTES) break;
    }
  } catch {
    body.destroy();
  }
  return Buffer.concat(kept);
}

function toText(bytes: Uint8Array): string {
  // As a stream, so that a character cut in two by the limit is left out and not garbled.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
  return text.replaceAll('\0', '\uFFFD');
}

function singleField(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

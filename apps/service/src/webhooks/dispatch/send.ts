import { Buffer, isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { currentTraceparent } from '../../platform/telemetry/tracing.ts';
import type { AddressGuard, ReceiverPools } from './receiver-pools.ts';

export interface OutgoingMessage {
  url: string;
  headers: Record<string, string>;
  payload: string;
}

export interface SendTools {
  checkAddress: AddressGuard;
  pools: ReceiverPools;
  timeoutMilliseconds: number;
}

/**
 * Posts a message and returns the answer, whatever its status. Rejects with `AddressRefusedError` if the address is not
 * allowed, and with another error if no answer came in time.
 */
export async function send(
  message: OutgoingMessage,
  { checkAddress, pools, timeoutMilliseconds }: SendTools,
): Promise<Answer> {
  const exchange = new Exchange();
  // One deadline covers everything from the name to the last byte of the answer.
  const timer = setTimeout(() => exchange.cut(), timeoutMilliseconds);
  void start(exchange, message, { checkAddress, pools });
  try {
    return await exchange.answer;
  } finally {
    clearTimeout(timer);
  }
}

async function start(
  exchange: Exchange,
  { url, headers, payload }: OutgoingMessage,
  { checkAddress, pools }: Pick<SendTools, 'checkAddress' | 'pools'>,
): Promise<void> {
  try {
    const address = await checkAddress(url);
    if (exchange.isOver) return;
    const path = address.url.pathname + address.url.search;
    const options = { method: 'POST', path, headers: withTrace(headers), body: payload } as const;
    pools.open(address).dispatch(options, exchange);
  } catch (error) {
    exchange.fail(error);
  }
}

/** Lets the receiver continue the trace. */
function withTrace(headers: OutgoingMessage['headers']): OutgoingMessage['headers'] {
  const traceparent = currentTraceparent();
  return traceparent === null ? headers : { ...headers, traceparent };
}

export interface Answer {
  statusCode: number;
  /** The first bytes of the body, as text that the database can store. */
  body: string;
  retryAfter: string | undefined;
}

const MAX_BODY_BYTES = 1024;

const READ_BYTES = 16 * 1024;

/**
 * Handles one request and its answer for undici. The receiver has answered when the status has arrived: a body that breaks
 * off, hangs, or never ends is cut. A stream would cost several times as much for so few bytes.
 */
class Exchange implements Dispatcher.DispatchHandler {
  readonly answer: Promise<Answer>;
  readonly #settle: PromiseWithResolvers<Answer>;
  #controller: Dispatcher.DispatchController | null = null;
  #head: { statusCode: number; retryAfter: string | undefined } | null = null;
  #body: Buffer[] = [];
  #read = 0;
  #isOver = false;

  constructor() {
    this.#settle = Promise.withResolvers();
    this.answer = this.#settle.promise;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Ends the request now, with the part of the answer that has arrived. */
  cut(): void {
    this.#end(new Error('No answer came in time.'));
    this.#controller?.abort(new Error('Enough of this answer was read.'));
  }

  /** Ends the request without an answer. */
  fail(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#settle.reject(error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The request waited for a connection until its deadline.
    if (this.#isOver) this.cut();
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: IncomingHttpHeaders,
  ): void {
    // A status below 200 is not the final answer (RFC 9110 §15.2).
    if (statusCode < 200) return;
    const retryAfter = headers['retry-after'] as string | string[] | undefined;
    this.#head = {
      statusCode,
      retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
    };
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#read < MAX_BODY_BYTES) {
      // A copy, because the connection reuses these bytes.
      this.#body.push(Buffer.from(chunk.subarray(0, MAX_BODY_BYTES - this.#read)));
    }
    this.#read += chunk.length;
    if (this.#read > READ_BYTES) this.cut();
  }

  onResponseEnd(): void {
    this.#end(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#end(error);
  }

  #end(error: Error | null): void {
    if (this.#head === null) {
      this.fail(error ?? new Error('There was no answer.'));
    } else if (!this.#isOver) {
      this.#isOver = true;
      this.#settle.resolve({ ...this.#head, body: toText(Buffer.concat(this.#body)) });
    }
  }
}

function toText(bytes: Buffer): string {
  const text = isUtf8(bytes) ? bytes.toString() : decodeStart(bytes);
  return text.replaceAll('\0', '\uFFFD');
}

// In streaming mode, so that a character that the limit cuts in two is omitted.
function decodeStart(bytes: Buffer): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer, Exchange } from '../pipeline/exchange.ts';
import type { PipelineOptions } from '../pipeline/options.ts';
import { Pipeline } from '../pipeline/pipeline.ts';
import type { Principal } from '../request/principal.ts';
import { pathOf } from '../request/request-head.ts';
import { isThenable } from '../request/thenable.ts';
import { abortOnClose } from './abort-on-close.ts';
import { demandBody, discardRestAfterAnswer } from './early-answer.ts';
import { readBody } from './read-body.ts';

/** The options of the listener: the options of every adapter, with Node's `IncomingMessage` as `raw`. */
export type NodeOptions<P extends Principal = Principal> = PipelineOptions<P, IncomingMessage>;

/**
 * A listener for `http.createServer`, and middleware for Express and Connect: it calls `next` for a
 * path outside the API. Without `next`, such a path gets 404.
 */
export type Listener = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: () => void,
) => void;

/**
 * Creates a listener that serves every operation of the document under `prefix`. Register it before any
 * middleware that reads bodies.
 *
 * @example
 * ```ts
 * const listener = createListener<Caller>({ prefix: '/api/v1', handlers, authenticate, problemTypeBase });
 * const app = express().use(listener);
 * ```
 */
export function createListener<P extends Principal = Principal>(options: NodeOptions<P>): Listener {
  const pipeline = new Pipeline(options);
  return (request, response, next) => {
    if (next !== undefined && !pipeline.owns(pathOf(request))) {
      next();
      return;
    }
    discardRestAfterAnswer(request, response);
    const answer = pipeline.answer(new NodeExchange(request, response));
    if (isThenable(answer)) answer.then((resolved) => send(response, resolved));
    else send(response, answer);
  };
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  if (response.destroyed) return;
  if (body === undefined) {
    response.writeHead(status, headers).end();
    return;
  }
  const length = Buffer.byteLength(body);
  headers['content-length'] = String(length);
  // A body with as many bytes as characters is ASCII, and latin1 writes that faster.
  response.writeHead(status, headers).end(body, length === body.length ? 'latin1' : 'utf8');
}

class NodeExchange implements Exchange {
  readonly head: IncomingMessage;
  readonly raw: IncomingMessage;
  readonly #response: ServerResponse;
  #signal: AbortSignal | undefined;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.head = request;
    this.raw = request;
    this.#response = response;
  }

  get signal(): AbortSignal {
    this.#signal ??= abortOnClose(this.#response);
    return this.#signal;
  }

  async readBody(limit: number): Promise<Uint8Array | undefined> {
    try {
      return await readBody(this.raw, limit, () => demandBody(this.raw, this.#response));
    } catch (error) {
      // Otherwise Node would read the rest of the body before the next request.
      this.#response.shouldKeepAlive = false;
      throw error;
    }
  }
}

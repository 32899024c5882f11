import type { Context, MiddlewareHandler } from 'hono';
import type { PipelineOptions } from '../pipeline/options.ts';
import { Pipeline } from '../pipeline/pipeline.ts';
import type { Principal } from '../request/principal.ts';
import { targetOf, WebExchange, webResponse } from '../web/web-exchange.ts';

/** The options of the middleware: the options of every adapter, with Hono's `Context` as `raw`. */
export type HonoOptions<P extends Principal = Principal> = PipelineOptions<P, Context>;

/**
 * Creates Hono middleware that serves every operation of the document under `prefix`. The prefix is the whole path,
 * even if the application is mounted below another path. Unknown paths below the prefix get 404; any other request
 * goes on to the next handler.
 *
 * @example
 * ```ts
 * const app = new Hono();
 * app.use(partnerRating<Caller>({ prefix: '/api/v1', handlers, authenticate, problemTypeBase }));
 * ```
 */
export function partnerRating<P extends Principal = Principal>(
  options: HonoOptions<P>,
): MiddlewareHandler {
  const pipeline = new Pipeline(options);
  return async (context, next) => {
    const request = context.req.raw;
    if (!pipeline.owns(pathOf(request))) {
      await next();
      return undefined;
    }
    return webResponse(await pipeline.answer(new WebExchange(request, context)), request.method);
  };
}

function pathOf({ url }: Request): string {
  return targetOf(url).split('?', 1)[0] ?? '';
}

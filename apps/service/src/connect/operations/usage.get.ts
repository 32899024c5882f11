import type { Handler } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../platform/http/caller.ts';
import { remainingOf, WINDOW_SECONDS } from '../../platform/http/rate-limits.ts';
import { usageOf } from '../../platform/http/request-limits.ts';

/** Handles `usage.get`. The request itself was counted, so its own count is the response. */
export function get(): Handler<'usage.get', Caller, FastifyRequest> {
  return (_request, { raw }) => {
    const usage = usageOf(raw);
    if (usage === undefined) throw new Error('A request with an API key was not counted.');
    const { requests, limit, resetSeconds } = usage;
    const remaining = remainingOf(usage);
    return {
      status: 200,
      body: { requests, limit, remaining, window: WINDOW_SECONDS, reset: resetSeconds },
    };
  };
}

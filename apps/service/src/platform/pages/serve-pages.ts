import { ProblemError } from '@partner-rating/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { logFailure } from '../database/log-failure.ts';
import type { PageAnswer } from './answer.ts';
import { failurePage, type NextStep, refusedPage } from './message-pages.ts';

const FORM_LIMIT_BYTES = 64 * 1024;

/** Makes a plugin one of pages: it takes forms and nothing else, and its errors are pages too. */
export function servePages(app: FastifyInstance, nextStep: NextStep): void {
  // The body stays text: a form parsed by somebody else's rules could hide a repeated field.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
    (_request, body, done) => done(null, body),
  );
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const status = error instanceof ProblemError ? error.status : (error.statusCode ?? 500);
    if (error instanceof ProblemError) reply.headers(error.headers);
    if (status >= 500) logFailure(request.log, { err: error }, 'a page failed');
    return sendPage(
      reply,
      status >= 500 ? failurePage(error, request.id) : refusedPage(status, nextStep, request.id),
    );
  });
}

/** Whether a page can be the answer. */
export function isBrowser({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') === true;
}

export function sendPage(reply: FastifyReply, { status, headers, body }: PageAnswer): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}

import { isUnreachable, ProblemError } from '@partner-rating/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { logFailure } from '../database/unreachable.ts';
import { type HtmlAnswer, htmlAnswer, type PageAnswer, type UnavailableAnswer } from './answer.ts';
import { localeOfBrowser, withLocale } from './domain/locale.ts';
import { pageTexts } from './domain/texts.ts';
import { type MessagePage, renderMessage } from './render.ts';

const RETRY_AFTER_SECONDS = 5;

/** The page for a form that was not sent by a page of this browser's session. */
export function staleFormPage(address: string | null, requestId: string): HtmlAnswer<403> {
  const { link: text, ...message } = pageTexts().messages.stale;
  const page = renderMessage({
    ...message,
    ...(address !== null && { link: { address, text } }),
    requestId,
  });
  return htmlAnswer(403, page);
}

/** The page for an error of ours: 503 where it will pass by itself, else 500. */
export function failurePage(
  error: unknown,
  requestId: string,
): HtmlAnswer<500> | UnavailableAnswer {
  const { unreachable, failed } = pageTexts().messages;
  if (isUnreachable(error)) {
    const page = renderMessage({ ...unreachable, requestId });
    const answer = htmlAnswer(503, page);
    const headers = { ...answer.headers, 'retry-after': `${RETRY_AFTER_SECONDS}` } as const;
    return { ...answer, headers };
  }
  return htmlAnswer(500, renderMessage({ ...failed, requestId }));
}

/** The page for too many requests from one network. */
export function tooManyPage(retryAfter: number, requestId: string): HtmlAnswer<429> {
  const page = renderMessage({ ...pageTexts().messages.tooMany(retryAfter), requestId });
  return htmlAnswer(429, page, { retryAfter });
}

/** Where a browser is sent that asked for a page there is not, or posted what is no form. */
export type NextStep = Pick<MessagePage, 'paragraphs' | 'link'>;

export function refusedPage(status: number, nextStep: NextStep, requestId: string): HtmlAnswer {
  const page = renderMessage({ ...pageTexts().messages.refused, ...nextStep, requestId });
  return htmlAnswer(status, page);
}

const FORM_LIMIT_BYTES = 64 * 1024;

/** Makes a plugin one of pages: it takes forms and nothing else, and its errors are pages too. */
export function servePages(app: FastifyInstance, nextStep: () => NextStep): void {
  // The body stays text: a form parsed by somebody else's rules could hide a repeated field.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
    (_request, body, done) => done(null, body),
  );
  // After the body was read, since that may go on elsewhere than here.
  app.addHook('preHandler', (request, _reply, done) => {
    withLocale(localeOfBrowser(request.headers['accept-language']), done);
  });
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const status = error instanceof ProblemError ? error.status : (error.statusCode ?? 500);
    if (error instanceof ProblemError) reply.headers(error.headers);
    if (status >= 500) logFailure(request.log, { err: error }, 'a page failed');
    return sendPage(
      reply,
      status >= 500 ? failurePage(error, request.id) : refusedPage(status, nextStep(), request.id),
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

import { isUnreachable, ProblemError } from '@partner-rating/server';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
} from 'fastify';
import { logFailure } from '../database/unreachable.ts';
import { type HtmlAnswer, htmlAnswer, type PageAnswer, type UnavailableAnswer } from './answer.ts';
import { localeOfBrowser, withLocale } from './domain/locale.ts';
import { pageTexts } from './domain/texts.ts';
import { type Identity, withIdentity } from './identity.ts';
import { type MessagePage, renderMessage } from './render.ts';

const RETRY_AFTER_SECONDS = 5;

/** Returns the page for a form that this browser's session did not create. */
export function staleFormPage(address: string | null, requestId: string): HtmlAnswer<403> {
  const { link: text, ...message } = pageTexts().messages.stale;
  const page = renderMessage({
    ...message,
    ...(address !== null && { link: { address, text } }),
    requestId,
  });
  return htmlAnswer(403, page);
}

/** Returns the page for an error of the service: 503 if it is temporary, otherwise 500. */
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

/** Returns the page for too many requests from one network. */
export function tooManyPage(retryAfter: number, requestId: string): HtmlAnswer<429> {
  const page = renderMessage({ ...pageTexts().messages.tooMany(retryAfter), requestId });
  return htmlAnswer(429, page, { retryAfter });
}

/** What the page suggests after a wrong address or an invalid form. */
export type NextStep = Pick<MessagePage, 'paragraphs' | 'link'>;

export function refusedPage(status: number, nextStep: NextStep, requestId: string): HtmlAnswer {
  const page = renderMessage({ ...pageTexts().messages.refused, ...nextStep, requestId });
  return htmlAnswer(status, page);
}

/** Makes every page name this service and its operator. Call it before other hooks, which may answer with a page. */
export function identifyPages(app: FastifyInstance, identity: Identity): void {
  const identify = (_request: unknown, _reply: unknown, done: HookHandlerDoneFunction) =>
    withIdentity(identity, done);
  app.addHook('onRequest', identify);
  // Again, because reading a body may lose it.
  app.addHook('preHandler', identify);
}

const FORM_LIMIT_BYTES = 64 * 1024;

/** Makes a plugin serve pages: it accepts only forms, and its errors are pages too. */
export function servePages(app: FastifyInstance, nextStep: () => NextStep): void {
  // The body stays text. With another parser's rules, a form could hide a repeated field.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
    (_request, body, done) => done(null, body),
  );
  // After the body is read, because reading it may lose the reader's locale.
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

/** Returns whether the client accepts a page. */
export function isBrowser({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') === true;
}

export function sendPage(reply: FastifyReply, { status, headers, body }: PageAnswer): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}

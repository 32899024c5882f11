import { isUnreachable } from '@partner-rating/server';
import { type HtmlAnswer, htmlAnswer, type UnavailableAnswer } from './answer.ts';
import { type MessagePage, renderMessage } from './render.ts';

const RETRY_AFTER_SECONDS = 5;

/** The page for a form that was not sent by a page of this browser's session. */
export function staleFormPage(address: string | null, requestId: string): HtmlAnswer<403> {
  const page = renderMessage({
    title: 'This page is no longer valid',
    paragraphs: [
      'It was open for too long, or you logged in or out in another window. Nothing was changed.',
    ],
    ...(address !== null && { link: { address, text: 'Show the page again' } }),
    requestId,
  });
  return htmlAnswer(403, page);
}

/** The page for an error of ours: 503 where it will pass by itself, else 500. */
export function failurePage(
  error: unknown,
  requestId: string,
): HtmlAnswer<500> | UnavailableAnswer {
  if (isUnreachable(error)) {
    const page = renderMessage({
      title: 'We cannot be reached at the moment',
      paragraphs: ['Try again in a moment. Nothing was changed.'],
      requestId,
    });
    const answer = htmlAnswer(503, page);
    const headers = { ...answer.headers, 'retry-after': `${RETRY_AFTER_SECONDS}` } as const;
    return { ...answer, headers };
  }
  const page = renderMessage({
    title: 'Something went wrong on our side',
    paragraphs: ['Try again later. If it fails again, name this request when you ask for help.'],
    requestId,
  });
  return htmlAnswer(500, page);
}

/** The page for too many requests from one network. */
export function tooManyPage(retryAfter: number, requestId: string): HtmlAnswer<429> {
  const page = renderMessage({
    title: 'Too many requests',
    paragraphs: [
      `Your network sent too many requests. Wait ${retryAfter} seconds, then load the page again. Nothing was changed.`,
    ],
    requestId,
  });
  return htmlAnswer(429, page, { retryAfter });
}

/** Where a browser is sent that asked for a page there is not, or posted what is no form. */
export type NextStep = Pick<MessagePage, 'paragraphs' | 'link'>;

export function refusedPage(status: number, nextStep: NextStep, requestId: string): HtmlAnswer {
  const page = renderMessage({ title: 'There is nothing to show here', ...nextStep, requestId });
  return htmlAnswer(status, page);
}

import { type HtmlAnswer, htmlAnswer } from './answer.ts';
import { type MessagePage, renderMessage } from './render.ts';

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

export function failurePage(requestId: string): HtmlAnswer<500> {
  const page = renderMessage({
    title: 'Something went wrong on our side',
    paragraphs: ['Try again later. If it fails again, name this request when you ask for help.'],
    requestId,
  });
  return htmlAnswer(500, page);
}

/** Where a browser is sent that asked for a page there is not, or posted what is no form. */
export type WayOn = Pick<MessagePage, 'paragraphs' | 'link'>;

export function refusedPage(status: number, wayOn: WayOn, requestId: string): HtmlAnswer {
  const page = renderMessage({ title: 'There is nothing to show here', ...wayOn, requestId });
  return htmlAnswer(status, page);
}

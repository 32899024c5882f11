import { type HtmlAnswer, htmlAnswer } from '../platform/pages/answer.ts';
import { type MessagePage, renderMessage } from '../platform/pages/render.ts';

/** The page for a link of a mail that was used, has expired, or never was. */
export function expiredLinkPage(
  link: NonNullable<MessagePage['link']>,
  requestId: string,
): HtmlAnswer<410> {
  const page = renderMessage({
    title: 'This link has expired',
    paragraphs: ['It was used already or is too old. If you finished what it was for, log in.'],
    link,
    requestId,
  });
  return htmlAnswer(410, page);
}

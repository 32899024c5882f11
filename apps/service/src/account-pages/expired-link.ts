import { type HtmlAnswer, htmlAnswer } from '../platform/pages/answer.ts';
import { type MessagePage, renderMessage } from '../platform/pages/render.ts';
import { ACCOUNT_PATH } from './account-form.ts';

type Link = NonNullable<MessagePage['link']>;

/** Where it leads: to the log-in, for who follows a link the second time, and to another link. */
interface NextSteps {
  logIn?: Link;
  again?: Link;
}

/** The page for a link of a mail that was used, has expired, or never was. */
export function expiredLinkPage(
  requestId: string,
  { logIn = { address: ACCOUNT_PATH, text: 'Log in' }, again }: NextSteps,
): HtmlAnswer<410> {
  const page = renderMessage({
    title: 'This link has expired',
    paragraphs: ['It was used already or is too old. If you finished what it was for, log in.'],
    link: logIn,
    ...(again !== undefined && { otherLink: again }),
    requestId,
  });
  return htmlAnswer(410, page);
}

import { type Cookies, newVisit, setCookie } from '../accounts/cookies.ts';
import { createFormToken } from '../accounts/form-token.ts';
import { isGenuineForm, type PostedForm } from '../accounts/posted-form.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { type HtmlAnswer, htmlAnswer, type PageAnswer } from '../platform/pages/answer.ts';
import { staleFormPage } from '../platform/pages/message-pages.ts';
import { type FormPage, renderForm } from '../platform/pages/render-form.ts';

export interface VisitPage extends Omit<FormPage, 'formToken'> {
  status?: number;
  /** Seconds, with 429. */
  retryAfter?: number;
  cookies?: string[];
}

/** A page with a form for anyone who has the browser, logged in or not, bound to the browser's visit. */
export function visitPage(
  { publicUrl }: Pick<Dependencies, 'publicUrl'>,
  { visit: known }: Cookies,
  { status = 200, retryAfter, cookies = [], ...page }: VisitPage,
  cookieName: 'visit' | 'operator-visit' = 'visit',
): HtmlAnswer {
  const visit = known ?? newVisit();
  const visitCookies = known === null ? [setCookie(publicUrl, cookieName, visit)] : [];
  return htmlAnswer(status, renderForm({ ...page, formToken: createFormToken(visit) }), {
    formAction: 'self',
    cookies: [...visitCookies, ...cookies],
    ...(retryAfter !== undefined && { retryAfter }),
  });
}

/** What such a form does, once it was found genuine. */
export type VisitStep = (form: PostedForm) => Promise<PageAnswer>;

/** Takes such a form: it must come from a page of ours, in this browser's visit. */
export async function takeVisitForm(
  dependencies: Dependencies,
  form: PostedForm,
  address: string,
  step: VisitStep,
): Promise<PageAnswer> {
  return isGenuineForm(dependencies, form, 'visit')
    ? await step(form)
    : staleFormPage(address, form.requestId);
}

import { type Cookies, newVisit, setCookie } from '../accounts/cookies.ts';
import { createFormToken } from '../accounts/form-token.ts';
import {
  isGenuineForm,
  isOwnForm,
  outdatedForm,
  type PostedForm,
} from '../accounts/posted-form.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { type HtmlAnswer, htmlAnswer, type PageAnswer } from '../platform/pages/answer.ts';
import { staleFormPage } from '../platform/pages/message-pages.ts';
import type { FormFault } from '../platform/pages/render.ts';
import { type FormPage, renderForm } from '../platform/pages/render-form.ts';

export interface VisitPage extends Omit<FormPage, 'formToken'> {
  status?: number;
  /** Seconds, with 429. */
  retryAfter?: number;
  cookies?: string[];
  /** As of `HtmlAnswerOptions`. */
  isRestorable?: boolean;
}

/** A page with a form for anyone who has the browser, logged in or not, bound to the browser's visit. */
export function visitPage(
  { publicUrl }: Pick<Dependencies, 'publicUrl'>,
  { visit: known }: Cookies,
  { retryAfter, cookies = [], isRestorable = false, ...page }: VisitPage,
  cookieName: 'visit' | 'operator-visit' = 'visit',
): HtmlAnswer {
  const visit = known ?? newVisit();
  const visitCookies = known === null ? [setCookie(publicUrl, cookieName, visit)] : [];
  const { status = page.faults.length === 0 ? 200 : 422 } = page;
  return htmlAnswer(status, renderForm({ ...page, formToken: createFormToken(visit) }), {
    formAction: 'self',
    isRestorable,
    cookies: [...visitCookies, ...cookies],
    ...(retryAfter !== undefined && { retryAfter }),
  });
}

/** What such a form does, once it was found genuine. */
export type VisitStep = (form: PostedForm) => Promise<PageAnswer>;

/** Shows the page of a form again, with what is wrong with it. */
export type VisitView = (form: PostedForm, faults: FormFault[]) => Promise<PageAnswer> | PageAnswer;

/** Takes such a form: it must come from a page of ours, in this browser's visit. */
export async function takeVisitForm(
  dependencies: Dependencies,
  form: PostedForm,
  address: string,
  step: VisitStep,
  showAgain?: VisitView,
): Promise<PageAnswer> {
  if (isGenuineForm(dependencies, form, 'visit')) return await step(form);
  return showAgain !== undefined && isOwnForm(dependencies, form)
    ? await showAgain(form, [outdatedForm])
    : staleFormPage(address, form.requestId);
}

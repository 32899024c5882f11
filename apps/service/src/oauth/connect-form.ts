import type { FastifyRequest } from 'fastify';
import { outdatedFormAnswer } from '../accounts/notice.ts';
import {
  isGenuineForm,
  isOwnForm,
  outdatedForm,
  type PostedForm,
  readForm,
} from '../accounts/posted-form.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { PageAnswer } from '../platform/pages/answer.ts';
import { staleFormPage } from '../platform/pages/message-pages.ts';
import { answerWithError } from './authorization-answers.ts';
import { authorizePath } from './authorize-path.ts';
import { logInPage, pageFaultPage } from './connect-pages.ts';
import type { AuthorizationRequest, ReadRequest } from './domain/authorization-request.ts';
import { readAuthorizationRequest } from './read-authorization-request.ts';

/** One step of the flow, run once the form was found genuine and its request valid. */
export type ConnectStep = (
  form: PostedForm,
  request: AuthorizationRequest,
) => Promise<PageAnswer> | PageAnswer;

/**
 * Stands before every step: the form must come from a page of ours, in this browser's session (or
 * visit), and the authorization request it carries is validated again.
 */
export async function takeForm(
  dependencies: Dependencies,
  raw: FastifyRequest,
  boundTo: 'session' | 'visit',
  step: ConnectStep,
): Promise<PageAnswer> {
  const form = readForm(dependencies, raw);
  const read = await readAuthorizationRequest(dependencies, form.field('authorization'));
  if (!isGenuineForm(dependencies, form, boundTo))
    return refuseForm(dependencies, form, boundTo, read);
  if (read.kind === 'page') return pageFaultPage(read.fault, form.requestId);
  if (read.kind === 'faulty') return answerWithError(dependencies, read.request, read.request);
  return await step(form, read.request);
}

/** Does nothing of what the form asks, but lets the player go on where its page is only out of date. */
function refuseForm(
  dependencies: Dependencies,
  form: PostedForm,
  boundTo: 'session' | 'visit',
  read: ReadRequest,
): PageAnswer {
  if (read.kind !== 'valid') return staleFormPage(null, form.requestId);
  const { request } = read;
  const address = authorizePath(request.query);
  if (!isOwnForm(dependencies, form)) return staleFormPage(address, form.requestId);
  // The session ended, or the player logged in again in another tab.
  if (boundTo === 'session') return outdatedFormAnswer(dependencies, address);
  const email = form.field('email');
  const attempt = { status: 422 as const, email, faults: [outdatedForm] };
  return logInPage(dependencies, request, form.cookies, attempt);
}

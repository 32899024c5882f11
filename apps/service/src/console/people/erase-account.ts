import type { FastifyInstance, FastifyRequest } from 'fastify';
import { accountTexts } from '../../account/domain/texts.ts';
import {
  type Attempt,
  attemptAnswer,
  doneAnswer,
  proofFields,
  untried,
} from '../../account/pages/account-form.ts';
import {
  clearCookie,
  createFormToken,
  isGenuineForm,
  readForm,
} from '../../connect/login/posted-form.ts';
import { createOwnerProof, type OwnerProof } from '../../connect/login/prove-owner.ts';
import { partnerPeople } from '../../connect/login/realms.ts';
import { findPartnerPerson, type PartnerPerson } from '../../connect/login/sessions.ts';
import type { Throttles } from '../../connect/login/throttles.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { type HtmlAnswer, type PageAnswer, redirectAnswer } from '../../platform/pages/answer.ts';
import { sendPage, staleFormPage } from '../../platform/pages/message-pages.ts';
import { renderForm } from '../../platform/pages/render.ts';
import { erasePerson } from '../../privacy/erase-person.ts';
import { partnerLogInPage } from './area.ts';

export const ERASE_PATH = `${partnerPeople.home}/erase`;

/** Serves the page where a person of a partner erases their account. */
export function serveErasure(
  app: FastifyInstance,
  dependencies: Dependencies,
  throttles: Pick<Throttles, 'password' | 'code'>,
): void {
  const prove = createOwnerProof(dependencies, throttles);
  app.get(ERASE_PATH, async (request, reply) => {
    const person = await findPartnerPerson(dependencies, request.headers.cookie);
    const answer =
      person === null
        ? partnerLogInPage(dependencies, request)
        : await erasePage(dependencies, person);
    return sendPage(reply, answer);
  });
  app.post(ERASE_PATH, async (request, reply) =>
    sendPage(reply, await takeErasure(dependencies, prove, request)),
  );
}

async function erasePage(
  dependencies: Pick<Dependencies, 'database'>,
  { accountId, email, session }: PartnerPerson,
  attempt: Attempt = untried,
): Promise<HtmlAnswer> {
  const { heading, lead, submit, notErased } = accountTexts().erasePerson;
  const page = renderForm({
    ...{ heading, lead, submit, errorHeading: notErased, isDangerous: true },
    action: ERASE_PATH,
    formToken: createFormToken(session),
    username: email,
    fields: await proofFields(dependencies, accountId),
    cancel: partnerPeople.home,
    errors: attempt.errors,
  });
  return attemptAnswer(attempt, page);
}

async function takeErasure(
  dependencies: Dependencies,
  prove: OwnerProof,
  request: FastifyRequest,
): Promise<PageAnswer> {
  const form = readForm(dependencies, request, partnerPeople);
  if (!isGenuineForm(dependencies, form, 'session')) {
    return staleFormPage(ERASE_PATH, form.requestId);
  }
  const person = await findPartnerPerson(dependencies, request.headers.cookie);
  if (person === null) return redirectAnswer(ERASE_PATH);
  const proof = await prove(person, form);
  if ('errors' in proof) return await erasePage(dependencies, person, proof);
  await erasePerson(dependencies, person);
  const cleared = [clearCookie(dependencies.publicUrl, partnerPeople, 'session')];
  return doneAnswer(dependencies, { kind: 'person-erased' }, cleared, partnerPeople);
}

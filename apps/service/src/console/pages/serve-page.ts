import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  createFormToken,
  isGenuineForm,
  type PostedForm,
  readCookies,
  readForm,
} from '../../connect/login/posted-form.ts';
import { operators } from '../../connect/login/realms.ts';
import { actAs } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import {
  type HtmlAnswer,
  htmlAnswer,
  type PageAnswer,
  redirectAnswer,
} from '../../platform/pages/answer.ts';
import { refusedPage, sendPage, staleFormPage } from '../../platform/pages/message-pages.ts';
import { operations } from '../api/interface.gen.ts';
import type { OperationTypes } from '../api/operation-types.gen.ts';
import { type AdminClient, callOperation, RefusedFieldError } from '../command/call-operation.ts';
import { findSessionOperator, type Operator } from '../operators/sessions.ts';
import type { AdminHandler } from '../serve-admin.ts';
import { OperatorError, refusalOf } from '../terminal.ts';
import { askAgain, carryShown, isOutdated } from './ask-again.ts';
import { operatorLogInPage } from './log-in.ts';
import {
  type AnswerOf,
  type Attempt,
  type OperatorPageDefinition,
  type ShownView,
  setOperatorNotice,
  takeOperatorNotice,
  type Visit,
} from './operator-page.ts';
import { operatorStyles, renderOperator } from './render-operator.ts';

/** Serves a page to operators; anybody else is asked to log in. */
export function servePage(
  app: FastifyInstance,
  served: Served,
  page: OperatorPageDefinition,
): void {
  const { dependencies } = served;
  app.get(page.path, async (request, reply) => {
    const operator = await findOperatorOf(dependencies, request);
    const answer =
      operator === null
        ? logInFirst(dependencies, request)
        : hasNul(request)
          ? nothingPage(page, request)
          : await showPage(page, operator, request, visitOf(served, request, operator.name));
    return sendPage(reply, answer);
  });
  if (page.acts === undefined) return;
  app.post(page.path, async (request, reply) =>
    sendPage(reply, await takeForm(served, page, request)),
  );
}

async function takeForm(
  served: Served,
  page: OperatorPageDefinition,
  request: FastifyRequest,
): Promise<PageAnswer> {
  const { dependencies } = served;
  const form = readForm(dependencies, request, operators);
  const address = pathOf(request);
  const act = page.acts?.[form.field('act')];
  if (act === undefined || !isGenuineForm(dependencies, form, 'session')) {
    return staleFormPage(address, form.requestId);
  }
  const operator = await findOperatorOf(dependencies, request);
  // The session ended meanwhile: the page asks to log in.
  if (operator === null) return redirectAnswer(address);
  const visit = visitOf(served, request, operator.name);
  try {
    refuseControlCharacters(form);
    const asked = await actAs(
      operator.name,
      async () => await askAgain(dependencies, operator, { act, visit, form, address }),
    );
    if (asked !== null) return asked;
    if (act.isEdit === true && (await isOutdated(page, visit, form))) {
      return redirectAnswer(address, [setOperatorNotice(dependencies, 'outdated')]);
    }
    const done = await actAs(operator.name, async () => await act.run(visit, form));
    if ('view' in done) return pageOf(page, operator, request, { view: done.view, attempt: null });
    const notice = setOperatorNotice(dependencies, done.notice);
    return redirectAnswer(done.location ?? address, [notice]);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    const message = error instanceof RefusedFieldError ? error.detail : refusal.message;
    const attempt = attemptOf(form, { ...refusal, message });
    return await showPage(page, operator, request, { ...visit, attempt });
  }
}

async function showPage(
  page: OperatorPageDefinition,
  operator: Operator,
  request: FastifyRequest,
  visit: Visit,
): Promise<HtmlAnswer> {
  try {
    const view = await page.show(visit);
    return pageOf(page, operator, request, { view, attempt: visit.attempt }, visit.dependencies);
  } catch (error) {
    if (refusalOf(error) === null) throw error;
    return nothingPage(page, request);
  }
}

function nothingPage({ current }: OperatorPageDefinition, { id }: FastifyRequest): HtmlAnswer {
  const link = { address: current, text: 'Back to the list' };
  const paragraphs = ['The address is wrong, or what was there is gone.'];
  return refusedPage(404, { paragraphs, link }, id);
}

/** Whether an address names something with a NUL, which no text of the database can have. */
function hasNul({ url }: FastifyRequest): boolean {
  return url.includes('%00');
}

/** @throws OperatorError where a field has a control character: nothing that is stored may have one. */
function refuseControlCharacters({ names, field }: PostedForm): void {
  for (const name of names()) {
    const [found] = /(?![\t\r\n])\p{Cc}/u.exec(field(name)) ?? [];
    if (found === undefined) continue;
    const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    throw new OperatorError(`This has a control character (U+${code}). Remove it.`, {
      field: name,
    });
  }
}

/** The page as it goes out; a notice of the page before is shown once, where this one can. */
function pageOf(
  page: OperatorPageDefinition,
  { name, session }: Operator,
  request: FastifyRequest,
  { view, attempt }: { view: ShownView; attempt: Attempt | null },
  dependencies?: Dependencies,
): HtmlAnswer {
  const notice =
    dependencies === undefined
      ? { words: null, cookies: [] }
      : takeOperatorNotice(dependencies, request.headers.cookie);
  const faults = attempt ?? listFault(view.fault);
  const html = renderOperator({
    ...view,
    sections: carryShown(view.sections, page, attempt),
    address: pathOf(request),
    current: page.current,
    operatorName: name,
    formToken: createFormToken(session),
    notice: notice.words,
    faults,
  });
  return htmlAnswer(faults === null ? 200 : 422, html, {
    formAction: 'self',
    styles: operatorStyles,
    cookies: notice.cookies,
  });
}

function listFault(fault: string | undefined) {
  return fault === undefined ? null : { act: 'filter', faults: [{ field: null, text: fault }] };
}

function attemptOf(
  { field, names }: PostedForm,
  refusal: { field: string | null; message: string },
): Attempt {
  const act = field('act');
  // Two forms of a page may ask for the same thing: one of them has its act before the name.
  const prefixed = `${act}-${refusal.field}`;
  const named = names().includes(prefixed) ? prefixed : refusal.field;
  return { act, field, faults: [{ field: named, text: refusal.message }] };
}

export async function findOperatorOf(
  dependencies: Dependencies,
  { headers }: FastifyRequest,
): Promise<Operator | null> {
  const { session } = readCookies(dependencies.publicUrl, headers.cookie, operators);
  return await findSessionOperator(dependencies, session);
}

export function logInFirst(dependencies: Dependencies, request: FastifyRequest): HtmlAnswer {
  const attempt = { name: '', next: request.url, refusal: null };
  return operatorLogInPage(dependencies, request, attempt);
}

/** What the pages are served with. */
interface Served {
  dependencies: Dependencies;
  /** Answers the operations in the name of the operator who is its token. */
  handle: AdminHandler;
}

function visitOf(
  { dependencies, handle }: Served,
  { url, params }: FastifyRequest,
  operatorName: string,
): Visit {
  return {
    dependencies,
    params: params as Record<string, string>,
    query: new URLSearchParams(url.split('?')[1]),
    attempt: null,
    call: async <Id extends keyof OperationTypes>(id: Id, values: Record<string, unknown>) => {
      const operation = operations.find((one) => one.id === id);
      if (operation === undefined) throw new Error(`The document has no ${id}.`);
      const client: AdminClient = async (request) => {
        request.headers.set('authorization', `Bearer ${encodeURIComponent(operatorName)}`);
        return await handle(request);
      };
      const answer = await callOperation(client, operation, new Map(Object.entries(values)));
      return answer as AnswerOf<Id>;
    },
  };
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? url;
}

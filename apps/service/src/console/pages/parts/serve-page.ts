// Serves the pages of operators and of the console: checks the session and the form, and renders the page.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  createFormToken,
  isGenuineForm,
  type PostedForm,
  readForm,
} from '../../../connect/login/posted-form.ts';
import type { Dependencies } from '../../../platform/configuration/dependencies.ts';
import {
  type HtmlAnswer,
  htmlAnswer,
  type PageAnswer,
  redirectAnswer,
} from '../../../platform/pages/answer.ts';
import { refusedPage, sendPage, staleFormPage } from '../../../platform/pages/message-pages.ts';
import type { OperatorCaller } from '../../api/caller.ts';
import type { OperationTypes } from '../../api/operation-types.gen.ts';
import {
  type AdminClient,
  callOperation,
  operationOf,
  RefusedFieldError,
} from '../../command/call-operation.ts';
import { createCallerHandler } from '../../serve-admin.ts';
import { OperatorError, refusalOf } from '../../terminal.ts';
import type { Area, Visitor } from './area.ts';
import { askAgain, carryShown, isOutdated } from './ask-again.ts';
import { setNotice, takeNotice } from './notices.ts';
import type { AnswerOf, Attempt, PageDefinition, ShownView, Visit } from './page.ts';
import { boardStyles, renderBoard, type Section } from './render-board.ts';

/** Everything that the pages of an area need. */
interface Served<Person extends Visitor> {
  dependencies: Dependencies;
  area: Area<Person>;
  /** Answers an operation for a caller. */
  handleAs: (caller: OperatorCaller, request: Request) => Promise<Response>;
}

/** Serves pages to the people of an area. Everybody else is asked to log in. */
export function serveArea<Person extends Visitor>(
  app: FastifyInstance,
  dependencies: Dependencies,
  area: Area<Person>,
  pages: readonly PageDefinition[],
): void {
  const served = {
    dependencies,
    area,
    handleAs: createCallerHandler(dependencies, { log: app.log }),
  };
  for (const page of pages) servePage(app, served, page);
}

/** Serves the form of the menu that logs out. */
export function serveLogOut(
  app: FastifyInstance,
  dependencies: Dependencies,
  { realm, home }: Pick<Area, 'realm' | 'home'>,
  logOut: (form: PostedForm) => Promise<PageAnswer>,
): void {
  app.post(`${home}/log-out`, async (request, reply) => {
    const form = readForm(dependencies, request, realm);
    const isGenuine = isGenuineForm(dependencies, form, 'session');
    return sendPage(reply, isGenuine ? await logOut(form) : staleFormPage(home, request.id));
  });
}

function servePage<Person extends Visitor>(
  app: FastifyInstance,
  served: Served<Person>,
  page: PageDefinition,
): void {
  const { dependencies, area } = served;
  app.get(page.path, async (request, reply) => {
    const person = await area.find(dependencies, request);
    const answer =
      person === null
        ? area.logInPage(dependencies, request)
        : hasNul(request)
          ? nothingPage(page, request)
          : await showPage(page, person, request, visitOf(served, request, person));
    return sendPage(reply, answer);
  });
  if (page.acts === undefined) return;
  app.post(page.path, async (request, reply) =>
    sendPage(reply, await takeForm(served, page, request)),
  );
}

async function takeForm<Person extends Visitor>(
  served: Served<Person>,
  page: PageDefinition,
  request: FastifyRequest,
): Promise<PageAnswer> {
  const { dependencies, area } = served;
  const form = readForm(dependencies, request, area.realm);
  const address = pathOf(request);
  const act = page.acts?.[form.field('act')];
  if (act === undefined || !isGenuineForm(dependencies, form, 'session')) {
    return staleFormPage(address, form.requestId);
  }
  const person = await area.find(dependencies, request);
  // The session has ended, so the page asks to log in.
  if (person === null) return redirectAnswer(address);
  const visit = visitOf(served, request, person);
  try {
    refuseControlCharacters(form);
    const asked = await area.actAs(
      person,
      async () => await askAgain(dependencies, area, person, { act, visit, form, address }),
    );
    if (asked !== null) return asked;
    if (act.isEdit === true && (await isOutdated(page, visit, form))) {
      return redirectAnswer(address, [setNotice(dependencies, area.realm, 'outdated')]);
    }
    const done = await act.run(visit, form);
    if ('view' in done) return pageOf(page, person, request, visit, { view: done.view });
    const notice = setNotice(dependencies, area.realm, done.notice);
    return redirectAnswer(done.location ?? address, [notice]);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    const message = error instanceof RefusedFieldError ? error.detail : refusal.message;
    const attempt = attemptOf(form, { ...refusal, message });
    return await showPage(page, person, request, { ...visit, attempt });
  }
}

async function showPage(
  page: PageDefinition,
  person: Visitor,
  request: FastifyRequest,
  visit: Visit,
): Promise<HtmlAnswer> {
  try {
    const view = await page.show(visit);
    return pageOf(page, person, request, visit, { view, takesNotice: true });
  } catch (error) {
    if (refusalOf(error) === null) throw error;
    return nothingPage(page, request);
  }
}

function nothingPage({ current }: PageDefinition, { id }: FastifyRequest): HtmlAnswer {
  const link = { address: current, text: 'Back to the list' };
  const paragraphs = ['The address is wrong, or what was there is gone.'];
  return refusedPage(404, { paragraphs, link }, id);
}

/** Whether an address contains a NUL, which no text of the database can contain. */
function hasNul({ url }: FastifyRequest): boolean {
  return url.includes('%00');
}

/** @throws OperatorError if a field has a control character: no stored text may contain one. */
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

/** Renders the page. A notice of the page before is shown once. */
function pageOf(
  page: PageDefinition,
  { name, session }: Visitor,
  request: FastifyRequest,
  { area, dependencies, attempt, caller }: Visit,
  { view, takesNotice = false }: { view: ShownView; takesNotice?: boolean },
): HtmlAnswer {
  const notice = takesNotice
    ? takeNotice(dependencies, request.headers.cookie, area.realm)
    : { words: null, cookies: [] };
  const errors = attempt ?? listError(view.error);
  // An operation refuses an operator without its role, so its form would be of no use.
  const mayUse = (section: Section) => {
    const operation = section.kind === 'form' ? page.acts?.[section.form.act]?.operation : null;
    return caller.person !== null || !operation?.role || caller.scopes.has(operation.role);
  };
  const html = renderBoard({
    ...view,
    sections: carryShown(view.sections.filter(mayUse), page, attempt),
    area,
    address: pathOf(request),
    current: page.current,
    visitorName: name,
    formToken: createFormToken(session),
    notice: notice.words,
    errors,
  });
  return htmlAnswer(errors === null ? 200 : 422, html, {
    formAction: 'self',
    styles: boardStyles,
    cookies: notice.cookies,
  });
}

function listError(error: string | undefined) {
  return error === undefined ? null : { act: 'filter', errors: [{ field: null, text: error }] };
}

function attemptOf(
  { field }: PostedForm,
  refusal: { field: string | null; message: string },
): Attempt {
  return {
    act: field('act'),
    field,
    errors: [{ field: refusal.field, text: refusal.message }],
  };
}

function visitOf<Person extends Visitor>(
  { dependencies, area, handleAs }: Served<Person>,
  { url, params }: FastifyRequest,
  person: Person,
): Visit {
  const caller = area.callerOf(person);
  const client: AdminClient = async (request) => await handleAs(caller, request);
  return {
    area: area as unknown as Area,
    visitor: person,
    caller,
    path: pathOf({ url }),
    dependencies,
    params: params as Record<string, string>,
    query: new URLSearchParams(url.split('?')[1]),
    attempt: null,
    call: async <Id extends keyof OperationTypes>(id: Id, values: Record<string, unknown>) => {
      const given = new Map(Object.entries(values));
      const answer = await callOperation(client, operationOf(id), given);
      return answer as AnswerOf<Id>;
    },
  };
}

function pathOf({ url }: Pick<FastifyRequest, 'url'>): string {
  return url.split('?', 1)[0] ?? url;
}

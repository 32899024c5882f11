import { BrowserSession } from '@partner-rating/service/src/connect/testing/browser-session.ts';
import type { FastifyInstance } from 'fastify';
import { expectThat } from '../finding.ts';
import { type CodeApp, nextCode } from './code-app.ts';
import { type Answer, send } from './network.ts';
import type { World } from './world.ts';

/** The browser of a player or an operator. It keeps its cookies when the service crashes. */
export function browserOf(world: World, owner: number | string): BrowserSession {
  const known = world.browsers.get(owner);
  if (known !== undefined) return known;
  const browser = visitorsBrowser(world);
  world.browsers.set(owner, browser);
  return browser;
}

/** A new browser without cookies. */
export function visitorsBrowser(world: World): BrowserSession {
  const app = { inject: async (request: Parameters<typeof send>[1]) => await send(world, request) };
  return new BrowserSession(app as unknown as FastifyInstance);
}

/**
 * Submits a form of the account page, after a log-in if the session has ended. Returns null if the
 * player cannot log in.
 */
export async function submitAccountForm(
  world: World,
  player: number,
  action: string,
  values: Record<string, string | string[]>,
): Promise<Answer | null> {
  const browser = browserOf(world, player);
  const page = await openAccount(world, player);
  if (page === null) return null;
  const token = /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const fields = new URLSearchParams({ form_token: token });
  for (const [name, value] of Object.entries(values)) {
    for (const one of [value].flat()) fields.append(name, one);
  }
  return await browser.post(action, fields);
}

// The cheapest page of an account.
const PLAIN_PAGE = '/account/password';
const LOG_IN = '/account/log-in';

/** The pages that an action opens if it opens an account. */
export const ACCOUNT_PAGES = [
  `GET ${PLAIN_PAGE}`,
  `POST ${LOG_IN}`,
  `POST ${LOG_IN}/code`,
] as const;

/** Opens a page of a player's account, logged in. Returns null if that is refused. */
export async function openAccount(
  world: World,
  player: number,
  path: string = PLAIN_PAGE,
): Promise<string | null> {
  const browser = browserOf(world, player);
  const page = await browser.open(path);
  if (!asksToLogIn(page)) return page.body;
  const answer = await logIn(world, browser, { page, player, form: LOG_IN });
  if (answer.statusCode !== 303) return null;
  return (await browser.open(path)).body;
}

/** Whether a page of the account is not shown to visitors. */
export const asksToLogIn = ({ body }: Answer): boolean => body.includes(`action="${LOG_IN}"`);

/**
 * Submits the log-in form of a page, and a code if the player has two-step verification. It
 * continues or is refused.
 */
export async function logIn(
  world: World,
  browser: BrowserSession,
  { page, player, form }: { page: Answer; player: number; form: typeof LOG_IN | '/connect/log-in' },
): Promise<Answer> {
  const { name, email, password, factor } = world.player(player);
  const answer = await browser.submit(page, form, { email, password });
  if (answer.statusCode >= 400) return answer;
  const asksForCode = answer.body.includes(`action="${form}/code"`);
  expectThat(
    asksForCode === (factor !== null),
    () =>
      `${name} has ${factor === null ? 'no ' : ''}two-step verification, but the log-in shows the opposite.`,
  );
  if (factor === null) return answer;
  return await submitCode(world, browser, { page: answer, form: `${form}/code`, app: factor });
}

/** Submits the next code of the app. If the service crashed, submits the one after it. */
export async function submitCode(
  world: World,
  browser: BrowserSession,
  {
    page,
    form,
    app,
    values = {},
  }: { page: Answer; form: string; app: CodeApp; values?: Record<string, string> },
): Promise<Answer> {
  for (;;) {
    const { crashes } = world;
    const code = await nextCode(world, app);
    const answer = await browser.submit(page, form, { ...values, code });
    // If the response was lost, the code is used up.
    const isUsedUp = answer.statusCode === 422 && world.crashes > crashes;
    if (!isUsedUp) return answer;
  }
}

/**
 * Submits a form of the account page that asks for proof of identity. Returns null if the player
 * cannot log in.
 */
export async function submitProven(
  world: World,
  player: number,
  action: string,
  values: Record<string, string>,
): Promise<Answer | null> {
  const { factor, password } = world.player(player);
  for (;;) {
    // A code for the log-in comes before the one for the form.
    if ((await openAccount(world, player)) === null) return null;
    const { crashes } = world;
    const code = factor === null ? {} : { code: await nextCode(world, factor) };
    const proof = { password, ...code, ...values };
    const answer = await submitAccountForm(world, player, action, proof);
    const isUsedUp = factor !== null && answer?.statusCode === 422 && world.crashes > crashes;
    if (!isUsedUp) return answer;
  }
}

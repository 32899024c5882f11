import type { LightMyRequestResponse } from 'fastify';
import { makeAccount } from '../../connect/login/testing/make-account.ts';
import { BrowserSession } from '../../connect/testing/browser-session.ts';
import type { ConnectFlow, TestPlayer } from '../../connect/testing/connect-flow.ts';
import { exchangeJson, obtainCode, validQuery } from '../../connect/testing/journeys.ts';

export const sessionCookie = 'partner-rating-session';

export interface OpenAccount {
  browser: BrowserSession;
  page: LightMyRequestResponse;
}

/** Returns a browser with the account page, in which the player is logged in. */
export async function openAccount(
  flow: ConnectFlow,
  { email, password }: Pick<TestPlayer, 'email' | 'password'> = flow.player,
  userAgent = 'none that is known',
): Promise<OpenAccount> {
  const browser = new BrowserSession(flow.app);
  const redirect = await logIn(browser, { email, password }, { 'user-agent': userAgent });
  return { browser, page: await browser.follow(redirect) };
}

/** Opens a page of the account in a browser in which the player is logged in. */
const openerOf =
  (path: string) =>
  async (...of: Parameters<typeof openAccount>): Promise<OpenAccount> => {
    const { browser } = await openAccount(...of);
    return { browser, page: await browser.open(path) };
  };

export const openSettings = openerOf('/account/settings');

export const openMatches = openerOf('/account/matches');

/** Creates a new player, for a test that changes the account. */
export async function makePlayer(flow: ConnectFlow, email: string): Promise<TestPlayer> {
  const password = 'racket strings at noon';
  const account = { email, password, firstName: 'Lena', lastName: 'Vogt' };
  return { ...(await makeAccount(flow.dependencies, account)), email, password };
}

/** Opens the page at a path and submits its form. */
export async function fillIn(
  browser: BrowserSession,
  path: string,
  values: Record<string, string | string[]>,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  return await browser.submit(await browser.open(path), path, values, headers);
}

/** Opens the account page and submits its form to log in. */
export async function logIn(
  browser: BrowserSession,
  { email, password }: Pick<TestPlayer, 'email' | 'password'>,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  const page = await browser.open('/account');
  return await browser.submit(page, '/account/log-in', { email, password }, headers);
}

export async function logOut(browser: BrowserSession): Promise<LightMyRequestResponse> {
  return await browser.submit(await browser.open('/account'), '/account/log-out', {});
}

/** Returns the audit entries of an action, the oldest first. */
export async function auditOf({ database }: ConnectFlow, action: string) {
  return await database
    .selectFrom('audit_entry')
    .select(['actor', 'application_id', 'member_id', 'details'])
    .where('action', '=', action)
    .orderBy('audit_order')
    .execute();
}

/** Connects the player with the partner. Returns the tokens. */
export async function connect(
  flow: ConnectFlow,
  player: TestPlayer = flow.player,
  scope = 'user:profile:read user:rating:read',
): Promise<{ access_token: string; refresh_token: string }> {
  const code = await obtainCode(flow, { ...validQuery(flow), scope }, player);
  return (await exchangeJson(flow, code)).json();
}

/** Marks the email address of every account as confirmed, without a mail. */
export async function proveEmails({ database }: ConnectFlow): Promise<void> {
  await database
    .updateTable('account')
    .set({ email_proven_at: new Date(0) })
    .execute();
}

/** Returns the number of games behind the player's main rating. */
export async function countGames({ database, player }: ConnectFlow): Promise<number> {
  const rating = await database
    .selectFrom('rating')
    .select('games')
    .where('member_id', '=', player.memberId)
    .where('bracket', '=', 'overall-open')
    .executeTakeFirst();
  return rating?.games ?? 0;
}

/** Opens the page that disconnects the application. */
export async function openDisconnect(
  browser: BrowserSession,
  application = 'courtside-club',
): Promise<LightMyRequestResponse> {
  return await browser.open(`/account/disconnect?application=${application}`);
}

/** Returns the id of the first session that the page offers to end. */
export function offeredSession(page: LightMyRequestResponse): string {
  const [, id] = /name="session" value="([^"]+)"/.exec(page.body) ?? [];
  if (id === undefined) throw new Error(`The page offers no session to end:\n${page.body}`);
  return id;
}

/** Returns the notice of the page, or null. */
export function noticeOn(page: LightMyRequestResponse): string | null {
  const [, notice] = /<p class="notice"[^>]*>([\s\S]*?)<\/p>/.exec(page.body) ?? [];
  return notice?.replace(/<[^>]*>/g, '').trim() ?? null;
}

/** Returns the text of the page without its markup. */
export function textOf(page: LightMyRequestResponse): string {
  const [, main = ''] = /<main[^>]*>([\s\S]*)<\/main>/.exec(page.body) ?? [];
  return main
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

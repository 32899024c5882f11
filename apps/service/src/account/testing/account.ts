import type { LightMyRequestResponse } from 'fastify';
import { BrowserSession } from '../../connect/testing/browser-session.ts';
import type { ConnectFlow, TestPlayer } from '../../connect/testing/connect-flow.ts';
import { exchangeJson, obtainCode, validQuery } from '../../connect/testing/journeys.ts';

export const sessionCookie = 'partner-rating-session';

/** A browser in which the player is logged in, showing the account page. */
export async function openAccount(
  flow: ConnectFlow,
  { email, password }: Pick<TestPlayer, 'email' | 'password'> = flow.player,
  userAgent = 'none that is known',
): Promise<{ browser: BrowserSession; page: LightMyRequestResponse }> {
  const browser = new BrowserSession(flow.app);
  const logInPage = await browser.open('/account');
  const headers = { 'user-agent': userAgent };
  const values = { email, password };
  const redirect = await browser.submit(logInPage, '/account/log-in', values, headers);
  return { browser, page: await browser.follow(redirect) };
}

/** Connects the player with the partner and gives the tokens that come of it. */
export async function connect(
  flow: ConnectFlow,
  player: TestPlayer = flow.player,
  scope = 'user:profile:read user:rating:read',
): Promise<{ access_token: string; refresh_token: string }> {
  const code = await obtainCode(flow, { ...validQuery(flow), scope }, player);
  return (await exchangeJson(flow, code)).json();
}

/** How many games the player's main rating rests on. */
export async function countGames({ database, player }: ConnectFlow): Promise<number> {
  const rating = await database
    .selectFrom('rating')
    .select('games')
    .where('member_id', '=', player.memberId)
    .where('bracket', '=', 'overall-open')
    .executeTakeFirst();
  return rating?.games ?? 0;
}

/** The browser shows the page where the application is disconnected. */
export async function openDisconnect(
  browser: BrowserSession,
  application = 'courtside-club',
): Promise<LightMyRequestResponse> {
  return await browser.open(`/account/disconnect?application=${application}`);
}

/** The id of the session that the page offers to end first. */
export function offeredSession(page: LightMyRequestResponse): string {
  const [, id] = /name="session" value="([^"]+)"/.exec(page.body) ?? [];
  if (id === undefined) throw new Error(`The page offers no session to end:\n${page.body}`);
  return id;
}

/** What the page says was done; null where it says nothing. */
export function noticeOn(page: LightMyRequestResponse): string | null {
  const [, notice] = /<p class="notice"[^>]*>([\s\S]*?)<\/p>/.exec(page.body) ?? [];
  return notice?.replace(/<[^>]*>/g, '').trim() ?? null;
}

/** The page's words, without its markup. */
export function textOf(page: LightMyRequestResponse): string {
  const [, main = ''] = /<main[^>]*>([\s\S]*)<\/main>/.exec(page.body) ?? [];
  return main
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

import type { LightMyRequestResponse } from 'fastify';
import { codeAt } from '../../connect/login/testing/second-factor.ts';
import { BrowserSession } from '../../connect/testing/browser-session.ts';
import type { ConnectFlow, TestPlayer } from '../../connect/testing/connect-flow.ts';
import { fillIn, logIn, type OpenAccount, openAccount, sessionCookie } from './account.ts';

const SECOND_FACTOR = '/account/second-factor';

/** Opens the page with the key. */
export async function openSetUp(
  browser: BrowserSession,
  password: string,
): Promise<LightMyRequestResponse> {
  return await fillIn(browser, SECOND_FACTOR, { password });
}

/** Returns the key that the page shows as text. */
export function keyOn({ body }: LightMyRequestResponse): string {
  const [, key] = /<p class="key"><code>([^<]+)<\/code>/.exec(body) ?? [];
  if (key === undefined) throw new Error(`The page shows no key:\n${body}`);
  return key;
}

/** Returns the recovery codes that a page shows. */
export function codesOn({ body }: LightMyRequestResponse): string[] {
  return [...body.matchAll(/<li><code>([^<]+)<\/code><\/li>/g)].map(([, code = '']) => code);
}

/** Turns a player's two-step verification on with the pages. Returns the browser. */
export async function turnOnByPages(flow: ConnectFlow, player: TestPlayer = flow.player) {
  const { browser } = await openAccount(flow, player);
  const setUp = await openSetUp(browser, player.password);
  const key = keyOn(setUp);
  const code = codeAt(key, flow.dependencies.clock());
  const page = await browser.submit(setUp, `${SECOND_FACTOR}/on`, { code });
  return { browser, key, page, recoveryCodes: codesOn(page) };
}

/** Returns a browser, new by default, that has entered the right password and is asked for a code. */
export async function askedForCode(
  flow: ConnectFlow,
  player: Pick<TestPlayer, 'email' | 'password'> = flow.player,
  browser = new BrowserSession(flow.app),
): Promise<OpenAccount> {
  browser.cookies.delete(sessionCookie);
  return { browser, page: await logIn(browser, player) };
}

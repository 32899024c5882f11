import type { FastifyInstance } from 'fastify';
import { BrowserSession } from '../../src/oauth/testing/browser-session.ts';
import { type Answer, send } from './network.ts';
import type { World } from './world.ts';

/** The browser of a player, which keeps its cookies whatever becomes of the service. */
export function browserOf(world: World, player: number): BrowserSession {
  const known = world.browsers.get(player);
  if (known !== undefined) return known;
  const browser = visitorsBrowser(world);
  world.browsers.set(player, browser);
  return browser;
}

/** A browser that has never been here. */
export function visitorsBrowser(world: World): BrowserSession {
  const app = { inject: async (request: Parameters<typeof send>[1]) => await send(world, request) };
  return new BrowserSession(app as unknown as FastifyInstance);
}

/** Posts a form of the account page; logs in before where the session is over. Null where nobody may log in. */
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

// Of the pages of an account the one that costs least.
const PLAIN_PAGE = '/account/password';

/** A page of a player's account, logged in; null where that is refused. */
export async function openAccount(
  world: World,
  player: number,
  path = PLAIN_PAGE,
): Promise<string | null> {
  const browser = browserOf(world, player);
  const page = await browser.open(path);
  if (!page.body.includes('action="/account/log-in"')) return page.body;
  const { email, password } = world.player(player);
  const answer = await browser.submit(page, '/account/log-in', { email, password });
  if (answer.statusCode !== 303) return null;
  return (await browser.open(path)).body;
}

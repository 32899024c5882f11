import { type Page, UserAgent } from '@partner-rating/browser';
import type { PartnerRatingClient } from '@partner-rating/client';
import { openMailedLink, type Stage } from './stage.ts';

/** The password of everybody. */
export const password = 'a long walk to the net';

export const redirectUri = 'https://courtside.example/callback';

export const fullScope = [
  'user:profile:read',
  'user:rating:read',
  'user:rating:history',
  'user:match:submit',
  'user:webhook:subscribe',
].join(' ');

export interface Player {
  id: string;
  email: string;
  /** The browser in which the player registered, and is logged in. */
  browser: UserAgent;
}

export const emailOf = (firstName: string) => `${firstName.toLowerCase()}.brennan@example.com`;

/** Registers a player up to the mail with the link. */
export async function askToRegister(
  { origin }: Stage,
  firstName: string,
  birthDate = '1986-04-30',
): Promise<UserAgent> {
  const browser = new UserAgent();
  const name = { first_name: firstName, last_name: 'Brennan' };
  const values = { ...name, birth_date: birthDate, discoverable: 'on', password };
  const form = await browser.open(`${origin}/account/register`);
  await browser.submit(form, '/account/register', { ...values, email: emailOf(firstName) });
  return browser;
}

/** Registers a player, who proves the address with the link of the mail. */
export async function register(stage: Stage, firstName: string): Promise<Player> {
  const email = emailOf(firstName);
  const browser = await askToRegister(stage, firstName);
  const { page } = await openMailedLink(stage, email, browser);
  await browser.submit(page, '/account/register/confirm', { password });
  const { id } = await stage.dependencies.database
    .selectFrom('member')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return { id, email, browser };
}

/** Connects a player with an application. */
export async function connect(
  client: PartnerRatingClient,
  { browser }: Pick<Player, 'browser'>,
  scope = fullScope,
) {
  const { authorization_url } = await client.oauth.authorize({ redirect_uri: redirectUri, scope });
  return await consent(client, browser, await browser.open(authorization_url));
}

/** Allows what the page of consent asks for, and exchanges the code. */
export async function consent(client: PartnerRatingClient, browser: UserAgent, page: Page) {
  const returned = await browser.submit(page, '/connect/consent', { decision: 'allow' });
  const code = new URL(returned.url).searchParams.get('code') ?? '';
  const tokens = await client.oauth.exchangeToken({ code, redirect_uri: redirectUri });
  const { access_token, refresh_token } = tokens;
  if (refresh_token === null) throw new Error('There is no refresh token.');
  return { access_token, refresh_token };
}

/** Submits a form of a page of the account. */
export async function submitForm(
  { origin }: Pick<Stage, 'origin'>,
  { browser }: Pick<Player, 'browser'>,
  { path, action = path, ...values }: { path: string; action?: string; [field: string]: string },
): Promise<Page> {
  const answer = await browser.submit(await browser.open(`${origin}${path}`), action, values);
  if (answer.status !== 200) throw new Error(`${action} answered ${answer.status}: ${answer.html}`);
  return answer;
}

/** Answers a result: `confirm`, `deny`, `dispute`, or `distinct`. */
export async function answerResult(
  stage: Pick<Stage, 'origin'>,
  player: Pick<Player, 'browser'>,
  match: string,
  answer: string,
): Promise<void> {
  const form = { path: '/account/matches', action: '/account/results' };
  await submitForm(stage, player, { ...form, match, answer, reason: 'wrong_score' });
}

/** Answers all results that were reported under the address of a player: they are theirs, or none is. */
export async function answerOffers(
  { origin }: Pick<Stage, 'origin'>,
  { browser }: Pick<Player, 'browser'>,
  answer: 'ticked' | 'none',
): Promise<void> {
  const page = await browser.open(`${origin}/account/claims`);
  const mine = [...page.html.matchAll(/name="mine" value="([^"]+)"/g)].map(([, id = '']) => id);
  await browser.submit(page, '/account/claims', { answer, mine });
}

/** Shares the page of a player. Returns its path. */
export async function share(
  stage: Pick<Stage, 'origin'>,
  player: Pick<Player, 'browser'>,
): Promise<string> {
  const { html } = await submitForm(stage, player, { path: '/account/sharing', act: 'share' });
  const [path] = /\/players\/[\w-]{43}/.exec(html) ?? [];
  if (path === undefined) throw new Error(`There is no shared page:\n${html}`);
  return path;
}

import type { LightMyRequestResponse } from 'fastify';
import { BrowserSession } from '../../connect/testing/browser-session.ts';
import type { ConnectFlow } from '../../connect/testing/connect-flow.ts';
import { logInAt, validQuery } from '../../connect/testing/journeys.ts';
import { sharedItems } from '../domain/shared-items.ts';
import { openAccount } from './account.ts';
import { turnOnByPages } from './second-factor.ts';

const ofAnybody = [
  '/',
  '/account',
  '/account/register',
  '/account/password/forgotten',
  '/account/register/confirm?token=none',
  '/account/log-out',
  '/account/mails/stop?token=none',
  '/players/none',
];

type SentForm = [address: string, values: Record<string, string>, action?: string];

const formsOfAnybody: SentForm[] = [
  ['/account', { email: '', password: '' }, '/account/log-in'],
  ['/account', { email: 'no@example.com', password: 'wrong' }, '/account/log-in'],
  ['/account', { form_token: 'stale' }, '/account/log-in'],
  ['/account/register', { birth_date: '2200-01-01', password: 'short', email: 'nobody' }],
  ['/account/register', { birth_date: '2025-01-01', password: 'password1' }],
  ['/account/password/forgotten', { email: 'nobody' }],
  ['/account/password/forgotten', { email: 'nobody@example.com' }],
];

const ofPlayers = [
  '/account',
  '/account/matches',
  '/account/settings',
  '/account/activity',
  '/account/profile',
  '/account/what-if?name=Priya',
  '/account/sharing',
  '/account/disconnect?application=courtside-club',
  '/account/password',
  '/account/email',
  '/account/erase',
  '/account/second-factor',
  '/account/claims',
];

const formsOfPlayers: SentForm[] = [
  ['/account/profile', { first_name: '', city: '\u202e', country: 'XX', birth_date: '1800-01-01' }],
  ['/account/password', { password: '', new_password: '' }],
  ['/account/password', { password: 'wrong', new_password: 'long enough', again: 'another' }],
  ['/account/email', { email: 'nobody' }],
  ['/account/erase', { confirm: '' }],
  ['/account/second-factor', { password: 'wrong' }],
];

/** Returns every page that needs no log-in, including responses to forms. */
export async function pagesOfAnybody(flow: ConnectFlow): Promise<LightMyRequestResponse[]> {
  const browser = new BrowserSession(flow.app);
  return [
    ...(await openAll(browser, ofAnybody)),
    ...(await sendAll(browser, formsOfAnybody)),
    await flow.app.inject({ url: '/no-such-page', headers: { accept: 'text/html' } }),
    await browser.authorize(validQuery(flow)),
    await browser.authorize({ ...validQuery(flow), client_id: 'nobody' }),
  ];
}

/** Returns every page of the player, who is connected to the first application, including responses to forms. */
export async function pagesOfPlayer(flow: ConnectFlow): Promise<LightMyRequestResponse[]> {
  const { browser } = await openAccount(flow);
  const pages = await openAll(browser, ofPlayers);
  const refused = await sendAll(browser, formsOfPlayers);
  const choice = { item: [...sharedItems], act: 'share' };
  const sharing = await browser.open('/account/sharing');
  const shared = await browser.follow(await browser.submit(sharing, '/account/sharing', choice));
  const [, address = ''] = /href="[^"]*(\/players\/[^"]+)"/.exec(shared.body) ?? [];
  const { page: consent } = await logInAt(flow, validQuery(flow));
  const { browser: proven, page: recoveryCodes } = await turnOnByPages(flow);
  const withFactor = await openAll(proven, ['/account/settings', '/account/recovery-codes']);

  return [
    ...[...pages, ...refused, shared, await browser.open(address), consent, recoveryCodes],
    ...withFactor,
  ];
}

async function openAll(browser: BrowserSession, addresses: readonly string[]) {
  const pages: LightMyRequestResponse[] = [];
  for (const address of addresses) pages.push(await browser.open(address));
  return pages;
}

async function sendAll(browser: BrowserSession, forms: readonly SentForm[]) {
  const pages: LightMyRequestResponse[] = [];
  for (const [address, values, action = address] of forms) {
    pages.push(await browser.submit(await browser.open(address), action, values));
  }
  return pages;
}

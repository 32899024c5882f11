import { askedForCode, turnOnByPages } from '../../../src/account/testing/second-factor.ts';
import { BrowserSession, formFields } from '../../../src/connect/testing/browser-session.ts';
import type { ConnectFlow } from '../../../src/connect/testing/connect-flow.ts';
import {
  exchangeForm,
  exchangeJson,
  pkce,
  returned,
  startAuthorization,
  validQuery,
} from '../../../src/connect/testing/journeys.ts';
import { basic, postForm, postJson, postRaw, readMember } from './requests.ts';

/** Every secret that the service issued or received on a journey, by its name. */
export type Secrets = Record<string, string>;

const WRONG_PASSWORD = 'a wrong horse that somebody typed';
const SESSION = 'partner-rating-session';

/** Sends a player through both starts, issues every kind of secret, and causes many failures. */
export async function revealEverySecret(flow: ConnectFlow, webhookUrl: string): Promise<Secrets> {
  const webhook = await flow.app.inject({
    method: 'POST',
    url: '/api/v1/partner/webhook-endpoints',
    headers: { 'x-api-key': flow.partner.apiKey },
    payload: { url: webhookUrl },
  });
  const rotate = async () => {
    const response = await flow.app.inject({
      method: 'POST',
      url: `/api/v1/partner/webhook-endpoints/${webhook.json<{ id: string }>().id}/rotate-secret`,
      headers: { 'x-api-key': flow.partner.apiKey, 'idempotency-key': 'rotate' },
    });
    return response.json<{ secret: string }>().secret;
  };
  const rotated = await rotate();
  if ((await rotate()) !== rotated) throw new Error('The answer of the rotation is not replayed.');
  const pages = await logInAndConsent(flow);
  const tokens = await connect(flow, pages);
  const secrets = {
    'the API key': flow.partner.apiKey,
    'the other API key': flow.otherPartner.apiKey,
    'the first webhook secret': webhook.json<{ secret: string }>().secret,
    'the rotated webhook secret': rotated,
    'the password': flow.player.password,
    'a wrong password': WRONG_PASSWORD,
    ...pages.secrets,
    ...tokens,
    ...(await protect(flow)),
    'the verifier': pkce.verifier,
    'the Basic credentials': basic(flow.partner.clientId, flow.partner.apiKey).authorization,
  };
  await failWith(flow, secrets);
  return secrets;
}

async function logInAndConsent(flow: ConnectFlow) {
  const started = (await startAuthorization(flow, { state: 'a' })).json();
  const query = new URL(started.authorization_url).searchParams;
  const browser = new BrowserSession(flow.app);
  const logInPage = await browser.authorize(query.toString());
  const visit = browser.cookies.get('partner-rating-visit') ?? '';
  const { email, password } = flow.player;
  const wrong = { email, password: WRONG_PASSWORD };
  await browser.submit(logInPage, '/connect/log-in', wrong);
  const redirect = await browser.submit(logInPage, '/connect/log-in', { email, password });
  const consentPage = await browser.follow(redirect);
  const consent = () => browser.submit(consentPage, '/connect/consent', { decision: 'allow' });
  const voided = returned(await consent()).get('code') ?? '';
  const code = returned(await consent()).get('code') ?? '';
  return {
    browser,
    secrets: {
      'the request handle': query.get('request_uri')?.split(':').at(-1) ?? '',
      'the visit': visit,
      'the session': browser.cookies.get(SESSION) ?? '',
      'the form token of log-in': formToken(logInPage.body, '/connect/log-in'),
      'the form token of consent': formToken(consentPage.body, '/connect/consent'),
      'the voided code of an earlier consent': voided,
      'the code of the server’s start': code,
    },
  };
}

/** Turns two-step verification on, and logs in with a recovery code. */
async function protect(flow: ConnectFlow): Promise<Secrets> {
  const { key, recoveryCodes } = await turnOnByPages(flow, flow.otherPlayer);
  const { browser, page } = await askedForCode(flow, flow.otherPlayer);
  const [used = '', unused = ''] = recoveryCodes;
  const action = '/account/log-in/code';
  await browser.submit(page, action, { code: used });
  await browser.submit(page, action, { code: used });
  return {
    'the key of two-step verification': key.replaceAll(' ', ''),
    'a used recovery code': used.replaceAll(' ', ''),
    'a recovery code': unused.replaceAll(' ', ''),
    'the ticket of a log-in': formFields(page.body, action).get('ticket') ?? '',
  };
}

function formToken(page: string, action: string): string {
  return formFields(page, action).get('form_token') ?? '';
}

/** Exchanges, uses, refreshes, replays, and revokes. */
async function connect(
  flow: ConnectFlow,
  { browser, secrets }: Awaited<ReturnType<typeof logInAndConsent>>,
): Promise<Secrets> {
  const redirect_uri = flow.partner.redirectUri;
  const first = { code: secrets['the code of the server’s start'], redirect_uri };
  const tokens = (await exchangeJson(flow, first)).json();
  const challenge = { code_challenge: pkce.challenge, code_challenge_method: 'S256' };
  const page = await browser.authorize({ ...validQuery(flow), ...challenge });
  const back = await browser.submit(page, '/connect/consent', { decision: 'allow' });
  const code = returned(back).get('code') ?? '';
  const grant = { grant_type: 'authorization_code', code, redirect_uri };
  const verifier = { code_verifier: pkce.verifier };
  const byBasic = basic(flow.partner.clientId, flow.partner.apiKey);
  const others = (await exchangeForm(flow, { ...grant, ...verifier }, byBasic)).json();
  const refreshed = (
    await postJson(flow, 'refresh', { refresh_token: others.refresh_token })
  ).json();
  await readMember(flow, { authorization: `Bearer ${refreshed.access_token}` });
  await postJson(flow, 'refresh', { refresh_token: others.refresh_token });
  await postForm(flow, 'revoke', { token: tokens.access_token });
  return {
    'the code': code,
    'an access token': tokens.access_token,
    'a refresh token': tokens.refresh_token,
    'an access token of a form': others.access_token,
    'a used refresh token': others.refresh_token,
    'a refreshed access token': refreshed.access_token,
    'a rotated refresh token': refreshed.refresh_token,
  };
}

/** Sends each secret where it does not belong: unknown addresses, broken bodies, a failing database. */
async function failWith(flow: ConnectFlow, secrets: Secrets): Promise<void> {
  const { app, database, partner } = flow;
  const ownKey = { 'x-api-key': partner.apiKey };
  for (const secret of Object.values(secrets)) {
    const text = encodeURIComponent(secret);
    await app.inject(`/api/v1/partner/nowhere?code=${text}&access_token=${text}`);
    await app.inject(`/connect/nowhere?${text}`);
    await readMember(flow, { authorization: `Bearer ${text}` }, `?access_token=${text}`);
    const headers = { ...ownKey, 'content-type': 'application/json' };
    await postRaw(flow, 'token', headers, `{"code":"${text}"`);
    await postJson(flow, 'refresh', { refresh_token: secret, [secret]: secret });
  }
  await database.schema.alterTable('refresh_token').renameTo('gone').execute();
  const redirect_uri = partner.redirectUri;
  for (const secret of Object.values(secrets)) {
    await postJson(flow, 'refresh', { refresh_token: secret });
    await postForm(flow, 'revoke', { token: secret });
    await exchangeJson(flow, { code: secret, redirect_uri });
  }
  await database.schema.alterTable('gone').renameTo('refresh_token').execute();
}

import type { LightMyRequestResponse } from 'fastify';
import { BrowserSession } from './browser-session.ts';
import type { ConnectFlow, TestPartner, TestPlayer } from './connect-flow.ts';

/** A verifier and its S256 challenge, from RFC 7636 appendix B. */
export const pkce = {
  verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
};

/** The parameters of a valid request to the authorization page. */
export function validQuery({ partner }: ConnectFlow): Record<string, string> {
  return {
    client_id: partner.clientId,
    redirect_uri: partner.redirectUri,
    response_type: 'code',
    state: 'Zk3v9QxT7uB2mR5sW8yA1cD4',
  };
}

/** Returns the parameters of the redirect back to the partner. */
export function returned(response: LightMyRequestResponse): URLSearchParams {
  return new URL(String(response.headers.location)).searchParams;
}

/** Returns a browser with the page of the request, in which the player is logged in. */
export async function logInAt(
  flow: ConnectFlow,
  query: Record<string, string> | string,
  player: TestPlayer = flow.player,
): Promise<{ browser: BrowserSession; page: LightMyRequestResponse }> {
  const browser = new BrowserSession(flow.app);
  const logInPage = await browser.authorize(query);
  const { email, password } = player;
  const redirect = await browser.submit(logInPage, '/connect/log-in', { email, password });
  return { browser, page: await browser.follow(redirect) };
}

/** Logs in and allows everything. Returns the redirect. */
export async function allowAll(
  flow: ConnectFlow,
  query: Record<string, string> | string = validQuery(flow),
  player: TestPlayer = flow.player,
): Promise<LightMyRequestResponse> {
  const { browser, page } = await logInAt(flow, query, player);
  return await browser.submit(page, '/connect/consent', { decision: 'allow' });
}

/** Returns a new authorization code and its redirect address. */
export async function obtainCode(
  flow: ConnectFlow,
  query: Record<string, string> = validQuery(flow),
  player: TestPlayer = flow.player,
): Promise<{ code: string; redirect_uri: string }> {
  const code = returned(await allowAll(flow, query, player)).get('code');
  if (code === null) throw new Error('The redirect brought no code.');
  return { code, redirect_uri: query.redirect_uri ?? '' };
}

/** Starts an authorization as the partner's server, by JSON. */
export async function startAuthorization(
  { app, partner }: ConnectFlow,
  body: Record<string, unknown>,
  from: TestPartner = partner,
): Promise<LightMyRequestResponse> {
  return await app.inject({
    method: 'POST',
    url: '/api/v1/partner/oauth/authorize',
    headers: { 'x-api-key': from.apiKey },
    payload: { redirect_uri: from.redirectUri, ...body },
  });
}

/** Returns the query of the page for an authorization that the partner's server started. */
export async function startedQuery(
  flow: ConnectFlow,
  body: Record<string, unknown> = {},
): Promise<string> {
  const started = (await startAuthorization(flow, body)).json<{ authorization_url: string }>();
  return new URL(started.authorization_url).search.slice(1);
}

/** Pushes a valid request (RFC 9126) with these changes, as an OAuth client library does. */
export async function pushAuthorization(
  { app, partner }: ConnectFlow,
  changes: Record<string, string> = {},
  from: TestPartner = partner,
): Promise<LightMyRequestResponse> {
  const { clientId: client_id, redirectUri: redirect_uri, apiKey } = from;
  const form = { response_type: 'code', client_id, redirect_uri, ...changes };
  return await app.inject({
    method: 'POST',
    url: '/api/v1/partner/oauth/par',
    headers: {
      authorization: `Basic ${btoa(`${client_id}:${apiKey}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams(form).toString(),
  });
}

/** Exchanges a code in the JSON dialect, with the partner's key unless `headers` differ. */
export async function exchangeJson(
  { app, partner }: ConnectFlow,
  body: Record<string, unknown>,
  headers: Record<string, string> = { 'x-api-key': partner.apiKey },
): Promise<LightMyRequestResponse> {
  const url = '/api/v1/partner/oauth/token';
  return await app.inject({ method: 'POST', url, headers, payload: body });
}

/** Sends a form to the token endpoint (RFC 6749), with the partner's key unless `headers` differ. */
export async function exchangeForm(
  { app, partner }: ConnectFlow,
  fields: Record<string, string> | string,
  headers: Record<string, string> = { 'x-api-key': partner.apiKey },
): Promise<LightMyRequestResponse> {
  return await app.inject({
    method: 'POST',
    url: '/api/v1/partner/oauth/token',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    payload: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
  });
}

/** Returns the status of a request with an access token: 401 if the service does not accept it. */
export async function statusOfToken({ app }: ConnectFlow, accessToken: string): Promise<number> {
  const response = await app.inject({
    method: 'GET',
    url: '/api/v1/partner/member',
    headers: { authorization: `Bearer ${accessToken}` },
  });
  return response.statusCode;
}

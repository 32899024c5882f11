import type { LightMyRequestResponse } from 'fastify';
import { BrowserSession } from '../../../src/connect/testing/browser-session.ts';
import type { ConnectFlow } from '../../../src/connect/testing/connect-flow.ts';
import { logInAt, startAuthorization, validQuery } from '../../../src/connect/testing/journeys.ts';

type Load = (flow: ConnectFlow) => Promise<LightMyRequestResponse>;

async function logInWith(flow: ConnectFlow, email: string, password: string) {
  const browser = new BrowserSession(flow.app);
  const page = await browser.authorize(validQuery(flow));
  return await browser.submit(page, '/connect/log-in', { email, password });
}

async function consentWith(
  flow: ConnectFlow,
  values: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const { browser, page } = await logInAt(flow, validQuery(flow));
  return await browser.submit(page, '/connect/consent', values, headers);
}

const open = (flow: ConnectFlow, query: Record<string, string>) =>
  new BrowserSession(flow.app).authorize({ ...validQuery(flow), ...query });

/** Every page of the connect flow, with its status. */
export const pages: [name: string, status: number, load: Load][] = [
  ['the log-in page', 200, (flow) => open(flow, {})],
  ['the consent page', 200, async (flow) => (await logInAt(flow, validQuery(flow))).page],
  ['the log-in page with empty fields', 422, (flow) => logInWith(flow, '', '')],
  ['the log-in page after a wrong password', 422, (flow) => logInWith(flow, 'a@b.example', 'x')],
  ['the page for an unknown application', 400, (flow) => open(flow, { client_id: 'nobody' })],
  ['the page for an unregistered address', 400, (flow) => open(flow, { redirect_uri: 'x' })],
  ['the page for a broken reference', 400, (flow) => open(flow, { request_uri: 'x' })],
  [
    'the page for an expired address',
    400,
    async (flow) => {
      const started = (await startAuthorization(flow, {})).json();
      flow.advance(600);
      const { search } = new URL(started.authorization_url);
      return await new BrowserSession(flow.app).authorize(search.slice(1));
    },
  ],
  ['the page for a missing decision', 400, (flow) => consentWith(flow, {})],
  [
    'the page for a form of another site',
    403,
    (flow) => consentWith(flow, { decision: 'allow' }, { 'sec-fetch-site': 'cross-site' }),
  ],
  [
    'the page for a form address that was opened',
    405,
    (flow) => new BrowserSession(flow.app).open('/connect/consent'),
  ],
  [
    'the page for a form that is too large',
    413,
    (flow) => consentWith(flow, { decision: 'a'.repeat(70_000) }),
  ],
  [
    'the page for another content type',
    415,
    (flow) => consentWith(flow, {}, { 'content-type': 'text/plain' }),
  ],
];

import type { RequestListener } from 'node:http';
import type { Principal } from '@partner-rating/server';
import { keyScopes, playerScopes } from '@partner-rating/server/catalogue';
import { createListener } from '@partner-rating/server/node';
import { constantUsage } from './answers/rate-limits.ts';
import { Authorizations } from './connect/authorizations.ts';
import { scopesOf } from './connect/granted-scopes.ts';
import { BASE_PATH } from './contract.ts';
import { type Control, createControl } from './control.ts';
import { crossOrigin, isPreflight, preflight } from './cross-origin.ts';
import { exampleHandlers } from './example-handlers.ts';
import { ERRORS_PATH } from './pages/error-page.ts';

/** The settings of a mock. */
export type MockSetting = Omit<Control, 'authorizations' | 'issuer'>;

// Any value is a credential with every scope of its kind. Only a token of the mock has the scopes that were requested.
const key: Principal = { kind: 'key', scopes: new Set(keyScopes.map(({ name }) => name)) };
const token: Principal = { kind: 'token', scopes: new Set(playerScopes.map(({ name }) => name)) };

/**
 * Creates the listener of the mock: every operation of the contract, checked by the stubs and answered with its
 * examples, and the pages of the mock itself. `log` receives a line for each request.
 */
export function createMock(setting: MockSetting, log: (line: string) => void): RequestListener {
  const authorizations = new Authorizations();
  const issuer = setting.origin + BASE_PATH;
  const problemTypeBase = setting.origin + ERRORS_PATH;
  const { scenario } = setting;
  const control = createControl({ ...setting, authorizations, issuer });
  const serveApi = createListener({
    prefix: BASE_PATH,
    handlers: exampleHandlers({ scenario, problemTypeBase, issuer, authorizations }),
    authenticate: {
      ApiKey: () => key,
      AccessToken: (value) => ({ ...token, scopes: new Set(scopesOf(value) ?? token.scopes) }),
      ClientBasic: () => key,
    },
    limits: { store: constantUsage, senderOf: () => 'caller' },
    problemTypeBase,
    // An answer outside the contract would mislead developers.
    validateResponses: true,
    log: { debug: ignore, info: ignore, warn: ignore, error: reportTo(log) },
  });

  return (incoming, outgoing) => {
    const { method, url } = incoming;
    outgoing.once('finish', () => log(`${method} ${url} → ${outgoing.statusCode}`));
    for (const [name, value] of Object.entries(crossOrigin)) outgoing.setHeader(name, value);
    if (isPreflight(incoming)) outgoing.writeHead(204, preflight).end();
    else if (!control(incoming, outgoing)) serveApi(incoming, outgoing);
  };
}

function reportTo(log: (line: string) => void) {
  return (fields: object, message: string): void => {
    const { err, errors } = fields as { err?: unknown; errors?: unknown };
    log(`${message}: ${err === undefined ? JSON.stringify(errors) : String(err)}`);
  };
}

function ignore(): void {}

import type { LightMyRequestResponse } from 'fastify';
import { BrowserSession } from '../../../src/connect/testing/browser-session.ts';
import type { ConnectFlow } from '../../../src/connect/testing/connect-flow.ts';
import {
  exchangeJson,
  pushAuthorization,
  returned,
  startAuthorization,
  validQuery,
} from '../../../src/connect/testing/journeys.ts';

type Changes = Record<string, string>;

/** The fields of a JSON token response that tests use. */
export interface Tokens {
  access_token: string;
  refresh_token: string;
  scope: string[];
}

/**
 * A player whose browser stays logged in through a suite, so that a password is hashed once and
 * not for every code. Changes apply to the query of a valid request.
 */
export class ReturningPlayer {
  readonly #flow: () => ConnectFlow;
  #browser: BrowserSession | undefined;

  constructor(flow: () => ConnectFlow) {
    this.#flow = flow;
  }

  get browser(): BrowserSession {
    this.#browser ??= new BrowserSession(this.#flow().app);
    return this.#browser;
  }

  /** Opens a request, and logs in again if the session has ended. */
  async open(query: Changes | string): Promise<LightMyRequestResponse> {
    const answer = await this.browser.authorize(query);
    if (!answer.body.includes('action="/connect/log-in"')) return answer;
    const { email, password } = this.#flow().player;
    const redirect = await this.browser.submit(answer, '/connect/log-in', { email, password });
    return await this.browser.follow(redirect);
  }

  async decide(
    decision: 'allow' | 'deny',
    query: Changes | string,
  ): Promise<LightMyRequestResponse> {
    return await this.browser.submit(await this.open(query), '/connect/consent', { decision });
  }

  /** Allows everything that a request asks for. Returns the redirect. */
  async allow(changes: Changes = {}): Promise<LightMyRequestResponse> {
    return await this.decide('allow', { ...validQuery(this.#flow()), ...changes });
  }

  /** Returns a new authorization code and its redirect address. */
  async code(changes: Changes = {}): Promise<{ code: string; redirect_uri: string }> {
    const code = returned(await this.allow(changes)).get('code');
    if (code === null) throw new Error('The redirect brought no code.');
    return { code, redirect_uri: changes.redirect_uri ?? this.#flow().partner.redirectUri };
  }

  async tokens(changes: Changes = {}): Promise<Tokens> {
    return (await exchangeJson(this.#flow(), await this.code(changes))).json();
  }

  /** Returns the query of an authorization that the partner's server started. */
  async startedQuery(body: Record<string, unknown> = {}): Promise<string> {
    const response = await startAuthorization(this.#flow(), body);
    const { authorization_url: address } = response.json<{ authorization_url: string }>();
    return new URL(address).search.slice(1);
  }

  /** Returns the query of an authorization that an OAuth client pushed. */
  async pushedQuery(fields: Changes = {}): Promise<string> {
    const pushed = await pushAuthorization(this.#flow(), fields);
    const { request_uri } = pushed.json<{ request_uri: string }>();
    const { clientId: client_id } = this.#flow().partner;
    return new URLSearchParams({ client_id, request_uri }).toString();
  }
}

import { UserAgent } from '@partner-rating/browser';
import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll } from 'vitest';
import { createAccount } from '../../../src/account/register.ts';
import { openTestDatabase } from '../../../src/testing/test-database.ts';
import { openTestService } from '../../../src/testing/test-service.ts';

const player = { email: 'mike.brennan@example.com', password: 'correct horse' };

/** Lets the clients accept an address without TLS. */
export const insecure = { [oauth.allowInsecureRequests]: true };

/** A player who has returned, and what only the client knows. */
export interface Returned {
  callback: URL;
  verifier: string;
  state: string;
}

/**
 * The service on its own port, for independent OAuth clients. They know the issuer and their registration, and find
 * out and check the rest.
 */
export class DiscoveredService {
  readonly service: Awaited<ReturnType<typeof openTestService>>;
  readonly server: oauth.AuthorizationServer;

  constructor(service: DiscoveredService['service'], server: oauth.AuthorizationServer) {
    this.service = service;
    this.server = server;
  }

  get client(): oauth.Client {
    return { client_id: this.service.partner.clientId };
  }

  get memberAddress(): URL {
    return new URL(`${this.service.baseUrl}/partner/member`);
  }

  /** Sends a player through the pages with a request in their address. */
  async authorize(
    decision: 'allow' | 'deny',
    parameters: Record<string, string> = {},
  ): Promise<Returned> {
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const address = new URL(this.server.authorization_endpoint ?? '');
    const query = {
      client_id: this.service.partner.clientId,
      redirect_uri: this.service.partner.redirectUri,
      response_type: 'code',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      ...parameters,
    };
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    return { callback: await this.decide(decision, address), verifier, state };
  }

  /** Sends a player through the pages from an address on. Returns the final redirect. */
  async decide(decision: 'allow' | 'deny', address: URL): Promise<URL> {
    const browser = new UserAgent();
    const logInPage = await browser.open(address.href);
    const consentPage = await browser.submit(logInPage, '/connect/log-in', player);
    const { url } = await browser.submit(consentPage, '/connect/consent', { decision });
    return new URL(url);
  }
}

/** Opens the service once for a suite and closes it afterwards. It exists while tests run. */
export function useDiscoveredService(): () => DiscoveredService {
  let opened: DiscoveredService | undefined;
  let stop = async () => {};
  beforeAll(async () => {
    const { database, close } = await openTestDatabase('pglite');
    const environment = {
      RATE_LIMIT: '0',
      NETWORK_RATE_LIMIT: '0',
      TOKEN_RATE_LIMIT: '0',
      LOG_IN_RATE_LIMIT: '0',
    };
    const service = await openTestService({ database, environment });
    stop = async () => {
      await service.stop();
      await close();
    };
    const name = { firstName: 'Mike', lastName: 'Brennan' };
    await createAccount(service.dependencies, { ...player, ...name, isDiscoverable: true });
    const issuer = new URL(service.baseUrl);
    const answer = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
    opened = new DiscoveredService(service, await oauth.processDiscoveryResponse(issuer, answer));
  });
  afterAll(() => stop());
  return () => {
    if (opened === undefined) throw new Error('The service is only open while tests run.');
    return opened;
  };
}

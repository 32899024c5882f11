import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Passport } from 'passport';
import OAuth2Strategy from 'passport-oauth2';
import type { Stage } from './stage.ts';

/** A site where players log in by the service. */
export interface Site extends AsyncDisposable {
  url: string;
}

/** A strategy as packages for other services have one: the endpoints of the service, and how to read its profile. */
class RatingStrategy extends OAuth2Strategy {
  // Passport calls methods on objects that only inherit from the strategy, so the field cannot be private.
  readonly baseUrl: string;

  constructor({ application, baseUrl }: Stage, callbackURL: string) {
    const options = {
      authorizationURL: `${baseUrl}/partner/oauth/authorize`,
      tokenURL: `${baseUrl}/partner/oauth/token`,
      clientID: application.clientId,
      clientSecret: application.apiKey,
      ...{ callbackURL, scope: 'user:profile:read', state: true, pkce: true },
    };
    super(
      options,
      (
        _accessToken: string,
        _refreshToken: string,
        profile: object,
        done: OAuth2Strategy.VerifyCallback,
      ) => done(null, profile),
    );
    this.baseUrl = baseUrl;
    this._oauth2.useAuthorizationHeaderforGET(true);
  }

  override userProfile(
    accessToken: string,
    done: (error?: unknown, profile?: object) => void,
  ): void {
    this._oauth2.get(`${this.baseUrl}/partner/member`, accessToken, (error, body) => {
      if (error) done(error);
      else done(null, JSON.parse(String(body)) as object);
    });
  }
}

/** Opens the site. All its visitors share one session. */
export async function openPassportSite(stage: Stage): Promise<Site> {
  const session = {};
  const passport = new Passport();
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const { searchParams } = new URL(request.url ?? '', 'http://site');
    const query = Object.fromEntries(searchParams);
    const answer = (status: number, text: string) => response.writeHead(status).end(text);
    passport.authenticate(
      'oauth2',
      { session: false },
      (
        error: Error | null,
        user: { firstName: string } | false,
        _info: object,
        status?: number,
      ) => {
        if (error !== null) answer(500, String(error));
        else if (user === false) answer(status ?? 401, 'You are not logged in');
        else answer(200, `Welcome, ${user.firstName}`);
      },
    )(Object.assign(request, { query, session }), response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  passport.use(new RatingStrategy(stage, `${url}callback`));
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

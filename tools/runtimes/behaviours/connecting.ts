// How players are connected in every runtime.

import type { SessionTokens } from '@partner-rating/client';
import { equal, isTrue, rejection } from './assert.ts';
import { mocked, partnerOf } from './service-client.ts';
import type { Behaviours, Service } from './setting.ts';

export const connecting: Behaviours<Service> = {
  'oauth.authorize returns the address for the player': async (library, service) => {
    const { authorization_url } = await partnerOf(library, service).oauth.authorize({
      redirect_uri: service.consent.redirect_uri,
      scope: ['user:rating:read'],
      state: 'kT3nV7x2mQ9wR4sZ',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    });
    isTrue(URL.canParse(authorization_url), 'an address');
    isTrue(authorization_url.includes('request_uri='), 'a request by reference');
  },

  'oauth.listScopes returns every scope of SCOPES': async (library, service) => {
    const { scopes } = await partnerOf(library, service).oauth.listScopes();
    equal(scopes.map(({ name }) => name).toSorted(), library.SCOPES.toSorted());
  },

  'an invalid code is an OAuthError invalid_grant': async (library, service) => {
    const call = partnerOf(library, service).oauth.exchangeToken(
      { ...service.consent, code: 'prc_0000000000000000000000000000000000000000000' },
      mocked('oauth-error-invalid_grant'),
    );
    await rejection(call, { name: 'OAuthError', errorCode: 'invalid_grant', statusCode: 400 });
  },

  'a session reads and refreshes until the player is disconnected': async (library, service) => {
    const { oauth } = partnerOf(library, service);
    const tokens = await oauth.exchangeToken(service.consent);
    let saved: SessionTokens | null = null;
    const session = new library.TokenSession({
      oauth,
      store: {
        load: async () => saved,
        save: async (changed) => {
          saved = changed;
        },
      },
    });
    await session.start(tokens);
    const player = new library.PartnerRatingClient({
      accessToken: session.accessToken,
      baseUrl: service.baseUrl,
    });
    const member = await player.members.get();
    equal(member.id, tokens.player_id);
    const [latest] = await player.members
      .listRatingHistory(undefined, { limit: 5 })
      .toArray({ limit: 1 });
    isTrue(latest?.matchId, 'the latest rating change');
    const { matches } = await player.members.listMatches(undefined, { limit: 5 });
    equal(matches[0]?.teams.length, 2);

    const refreshed = await session.accessToken(tokens.access_token);
    isTrue(refreshed !== tokens.access_token, 'a new access token');
    equal((await player.members.get()).id, tokens.player_id);

    await oauth.revoke({ player_id: tokens.player_id });
    const call = oauth.refresh(
      { refresh_token: (saved as SessionTokens | null)?.refresh_token ?? '' },
      mocked('oauth-error-invalid_grant-refresh'),
    );
    await rejection(call, { name: 'OAuthError', errorCode: 'invalid_grant' });
  },
};

import { equal, rejection } from './assert.ts';
import { mocked, partnerOf } from './service-client.ts';
import type { Behaviours, Library, Service } from './setting.ts';

/** The `fetch` of DPoP. A proof names the address by which the service knows itself, wherever it is reached. */
async function dpopFetch({ createDpop }: Library, { baseUrl, publicUrl }: Service) {
  if (baseUrl === publicUrl) return (await createDpop()).fetch;
  const dpop = await createDpop({
    fetch: async (url, init) => await fetch(url.replace(publicUrl, baseUrl), init),
  });
  return dpop.fetch;
}

export const boundTokens: Behaviours<Service> = {
  'a token that is bound to a key (RFC 9449) reads the player and is refreshed, and is refused as Bearer':
    async (library, service) => {
      const dpop = { baseUrl: service.publicUrl, fetch: await dpopFetch(library, service) };
      const { oauth } = partnerOf(library, service, dpop);
      const tokens = await oauth.exchangeToken(service.otherConsent);
      equal(tokens.token_type, 'DPoP');
      const playerOf = async (accessToken: string) =>
        (await new library.PartnerRatingClient({ accessToken, ...dpop }).members.get()).id;
      equal(await playerOf(tokens.access_token), tokens.player_id);

      const refreshed = await oauth.refresh({ refresh_token: tokens.refresh_token ?? '' });
      equal(refreshed.token_type, 'DPoP');
      equal(await playerOf(refreshed.access_token), tokens.player_id);

      const thief = new library.PartnerRatingClient({
        accessToken: refreshed.access_token,
        baseUrl: service.baseUrl,
      });
      const call = thief.members.get(undefined, {}, mocked('error-unauthenticated'));
      await rejection(call, { name: 'AuthenticationError', statusCode: 401 });
    },
};

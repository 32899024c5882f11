import type { TokenRequest } from '@partner-rating/client';
import type { Cast } from '../cast.ts';
import { callback, codeFor, consent } from '../connecting.ts';
import { people } from '../people.ts';
import type { Telling } from '../telling.ts';

const { mike, priya, daniel, sofia, carmen } = people;
const token = '/partner/oauth/token';

/** Carmen connects before she has played. */
export async function tellCarmensConnection(telling: Telling, { club }: Cast): Promise<void> {
  telling.at('2026-09-08T18:30:00Z');
  const code = await codeFor(telling, carmen, [
    'user:profile:read',
    'user:rating:read',
    'user:rating:history',
    'user:match:submit',
  ]);
  const request = { code, redirect_uri: callback };
  const { refresh_token } = await telling.tell(
    'oauth.exchangeToken-unrated',
    club.oauth.exchangeToken(request),
  );
  const refresh = { refresh_token: refresh_token ?? '' };
  await telling.tell('oauth.refresh-unrated', club.oauth.refresh(refresh));
  await telling.tell('members.get-unrated', club.members.get({ memberId: carmen.id }));
}

/** Priya, Daniel and Sofia connect, before there is anybody to tell it to. */
export async function tellFirstConnections(
  telling: Telling,
  { club, apiKey }: Cast,
): Promise<void> {
  telling.at('2026-09-10T17:20:00Z');
  await telling.tell('oauth.listScopes', club.oauth.listScopes());

  const shared = ['user:profile:read', 'user:rating:read', 'user:match:submit'];
  telling.link(
    await codeFor(telling, priya, shared),
    'prc_5kNw1Yb8XtR3vLz6QmHs0JcGd9FpAe2UuTi7oVyExM4',
  );
  const form = telling.request<Record<string, string>>('oauth.exchangeToken-request-form');
  await telling.tellAnswer('oauth.exchangeToken-form', token, { body: new URLSearchParams(form) });
  await telling.tellAnswer('oauth.exchangeToken-form-narrowed', token, {
    headers: { authorization: `Basic ${btoa(`courtside-club:${apiKey}`)}` },
    body: new URLSearchParams(telling.request('oauth.exchangeToken-request-form-refresh')),
  });
  await telling.tellAnswer('oauth-error-invalid_grant', token, { body: new URLSearchParams(form) });

  telling.link(
    await codeFor(telling, daniel, shared),
    'prc_7hRt2Lq9ZxW4nVb0KmYs5JcGd8FpAe3UuXi1oTyEwM6',
  );
  await club.oauth.exchangeToken(
    telling.request<TokenRequest>('oauth.exchangeToken-request-minimal'),
  );
  await codeFor(telling, sofia, [...shared, 'user:webhook:subscribe']);
}

/** Mike connects, in the recommended way. */
export async function tellMikesConnection(telling: Telling, { club }: Cast): Promise<void> {
  telling.at('2026-09-12T14:01:20Z');
  await telling.tell(
    'oauth.authorize-without-state',
    club.oauth.authorize(telling.request('oauth.authorize-request-minimal')),
    ['code'],
  );
  const { authorization_url } = await telling.tell(
    'oauth.authorize',
    club.oauth.authorize(telling.request('oauth.authorize-request')),
    ['code'],
  );
  telling.at('2026-09-12T14:02:37Z');
  telling.link(
    await consent(authorization_url, mike),
    'prc_0sVb8Xn3YtQ6mKzR1wLc7JdHf9GpAe2UuTi5oExMyW4',
  );
  await telling.tell(
    'oauth.exchangeToken',
    club.oauth.exchangeToken(telling.request('oauth.exchangeToken-request')),
  );
  telling.at('2026-09-12T14:02:38Z');
  await telling.stage.deliver();
  await telling.tellEvent('events.connectionCreated', 'connection.created');

  telling.at('2026-09-12T14:55:00Z');
  const refresh = telling.request<{ refresh_token: string }>('oauth.refresh-request');
  await telling.tell('oauth.refresh', club.oauth.refresh(refresh));
}

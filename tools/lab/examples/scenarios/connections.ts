import type { TokenRequest } from '@partner-rating/client';
import { callback, codeFor, consent } from '../connecting.ts';
import type { Actors } from '../people.ts';
import { people } from '../people.ts';
import type { Recorder } from '../recorder.ts';

const { mike, priya, daniel, sofia, carmen } = people;
const token = '/partner/oauth/token';
const par = '/partner/oauth/par';

/** Carmen connects before her first match. */
export async function recordCarmensConnection(recorder: Recorder, { club }: Actors): Promise<void> {
  recorder.advanceTo('2026-09-08T18:30:00Z');
  const code = await codeFor(recorder, carmen, [
    'user:profile:read',
    'user:rating:read',
    'user:rating:history',
    'user:match:submit',
  ]);
  const request = { code, redirect_uri: callback };
  const { refresh_token } = await recorder.record(
    'oauth.exchangeToken-unrated',
    club.oauth.exchangeToken(request),
  );
  const refresh = { refresh_token: refresh_token ?? '' };
  await recorder.record('oauth.refresh-unrated', club.oauth.refresh(refresh));
  await recorder.record('members.get-unrated', club.members.get(carmen.id));
}

/** Priya, Daniel, and Sofia connect before the partner has a webhook endpoint. */
export async function recordFirstConnections(
  recorder: Recorder,
  { club, apiKey }: Actors,
): Promise<void> {
  recorder.advanceTo('2026-09-10T17:20:00Z');
  await recorder.record('oauth.listScopes', club.oauth.listScopes());

  await recordPushedRequests(recorder, apiKey);

  const shared = ['user:profile:read', 'user:rating:read', 'user:match:submit'];
  recorder.link(
    await codeFor(recorder, priya, shared),
    'prc_5kNw1Yb8XtR3vLz6QmHs0JcGd9FpAe2UuTi7oVyExM4',
  );
  const form = recorder.request<Record<string, string>>('oauth.exchangeToken-request-form');
  await recorder.recordResponse('oauth.exchangeToken-form', token, {
    body: new URLSearchParams(form),
  });
  await recorder.recordResponse('oauth.exchangeToken-form-narrowed', token, {
    headers: { authorization: `Basic ${btoa(`courtside-club:${apiKey}`)}` },
    body: new URLSearchParams(recorder.request('oauth.exchangeToken-request-form-refresh')),
  });
  await recorder.recordResponse('oauth-error-invalid_grant', token, {
    body: new URLSearchParams(form),
  });

  recorder.link(
    await codeFor(recorder, daniel, shared),
    'prc_7hRt2Lq9ZxW4nVb0KmYs5JcGd8FpAe3UuXi1oTyEwM6',
  );
  await club.oauth.exchangeToken(
    recorder.request<TokenRequest>('oauth.exchangeToken-request-minimal'),
  );
  await codeFor(recorder, sofia, [...shared, 'user:webhook:subscribe']);
}

/** Mike connects in the recommended way. */
export async function recordMikesConnection(recorder: Recorder, { club }: Actors): Promise<void> {
  recorder.advanceTo('2026-09-12T14:01:20Z');
  await recorder.record(
    'oauth.authorize-without-state',
    club.oauth.authorize(recorder.request('oauth.authorize-request-minimal')),
    ['code'],
  );
  const { authorization_url } = await recorder.record(
    'oauth.authorize',
    club.oauth.authorize(recorder.request('oauth.authorize-request')),
    ['code'],
  );
  recorder.advanceTo('2026-09-12T14:02:37Z');
  recorder.link(
    await consent(authorization_url, mike),
    'prc_0sVb8Xn3YtQ6mKzR1wLc7JdHf9GpAe2UuTi5oExMyW4',
  );
  await recorder.exchange(club, 'oauth.exchangeToken');
  recorder.advanceTo('2026-09-12T14:02:38Z');
  await recorder.environment.deliver();
  await recorder.recordEvent('events.connectionCreated', 'connection.created');

  recorder.advanceTo('2026-09-12T14:55:00Z');
  await recorder.exchange(club, 'oauth.refresh');
}

/** An OAuth client library pushes requests (RFC 9126) with both ways of client authentication. */
async function recordPushedRequests(recorder: Recorder, apiKey: string): Promise<void> {
  const basic = { authorization: `Basic ${btoa(`courtside-club:${apiKey}`)}` };
  const request = recorder.request<Record<string, string>>('oauth.pushAuthorization-request');
  await recorder.recordResponse('oauth.pushAuthorization', par, {
    headers: basic,
    body: new URLSearchParams(request),
  });
  await recorder.recordResponse('oauth.pushAuthorization-client-secret', par, {
    body: new URLSearchParams(recorder.request('oauth.pushAuthorization-request-client-secret')),
  });
  await recorder.recordResponse('oauth-error-invalid_request-pushed', par, {
    headers: basic,
    body: new URLSearchParams({ ...request, request_uri: 'urn:example:request' }),
  });
  await recorder.recordResponse('oauth-error-unsupported_response_type', par, {
    headers: basic,
    body: new URLSearchParams({ ...request, response_type: 'token' }),
  });
}

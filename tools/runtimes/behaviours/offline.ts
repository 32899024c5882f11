import { equal, isTrue, rejection } from './assert.ts';
import type { Behaviours, Library } from './setting.ts';

const baseUrl = 'http://localhost:3001/api/v1';
const secret = `whsec_${btoa('a secret for this suite only')}`;
const event = {
  type: 'webhook.test',
  timestamp: '2026-09-12T18:04:11Z',
  data: { message: 'Übung' },
} as const;

/** Returns a client whose requests are counted, and never sent. */
function countingClient({ PartnerRatingClient }: Library) {
  const sent: string[] = [];
  const fetch = async (url: string) => {
    sent.push(url);
    return new Response('{}');
  };
  return { sent, client: new PartnerRatingClient({ apiKey: 'prk_of_the_proof', baseUrl, fetch }) };
}

export const offline: Behaviours<null> = {
  'a PKCE pair is a verifier and its SHA-256 (RFC 7636)': async ({ generatePkce }) => {
    const { code_verifier, code_challenge, code_challenge_method } = await generatePkce();
    isTrue(/^[\w-]{43,128}$/.test(code_verifier), 'a verifier with only allowed characters');
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code_verifier));
    const base64 = btoa(String.fromCharCode(...new Uint8Array(hash)));
    equal(code_challenge, base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''));
    equal(code_challenge_method, 'S256');
  },

  'a state is random and URL-safe': async ({ generateState }) => {
    const states = new Set(Array.from({ length: 50 }, () => generateState()));
    equal(states.size, 50);
    isTrue(
      [...states].every((state) => /^[\w-]{43,}$/.test(state)),
      'URL-safe base64',
    );
  },

  'the address of the authorization page contains the request': async (library) => {
    const { client, sent } = countingClient(library);
    const url = new URL(
      client.oauth.getAuthorizationUrl({
        client_id: 'courtside-club',
        redirect_uri: 'https://courtside.example/callback?a=b',
        scope: ['user:rating:read'],
        state: 'kT3n&V7x2',
      }),
    );
    equal(`${url.origin}${url.pathname}`, `${baseUrl}/partner/oauth/authorize`);
    equal(Object.fromEntries(url.searchParams), {
      response_type: 'code',
      client_id: 'courtside-club',
      redirect_uri: 'https://courtside.example/callback?a=b',
      state: 'kT3n&V7x2',
      scope: 'user:profile:read user:rating:read',
    });
    equal(sent, []);
  },

  'there are six scopes, each with a description': async ({ describeScope, isScope, SCOPES }) => {
    equal(SCOPES.length, 6);
    isTrue(SCOPES.every(describeScope), 'a description of each');
    equal([isScope('toString'), describeScope('toString') ?? null], [false, null]);
  },

  'a scope that does not exist is an OAuthError, and nothing is sent': async (library) => {
    const { client, sent } = countingClient(library);
    const call = client.oauth.authorize({ redirect_uri: baseUrl, scope: 'key:match:submit' });
    await rejection(call, { name: 'OAuthError', errorCode: 'invalid_scope' });
    equal(sent, []);
  },

  'members.getBulk of more than 100 ids is refused, and nothing is sent': async (library) => {
    const { client, sent } = countingClient(library);
    const ids = Array.from({ length: 101 }, (_, index) => String(index + 1));
    await rejection(client.members.getBulk({ ids }), {
      name: 'ValidationError',
      code: 'validation_failed',
    });
    equal(sent, []);
  },

  'an invalid option is a TypeError that does not show the key': async (library) => {
    const made = async () =>
      new library.PartnerRatingClient({ apiKey: 'prk_of_the_proof\n', baseUrl });
    const error = await rejection(made(), { name: 'TypeError' });
    isTrue(!String(error).includes('prk_of'), 'a message without the key');
  },

  'a signed webhook is verified': async ({ signWebhook, verifyWebhook }) => {
    const signed = await signWebhook(event, { secret, id: 'evt_1' });
    const webhook = await verifyWebhook(signed, { secret });
    equal([webhook.id, webhook.event], ['evt_1', event]);
    const request = new Request('https://courtside.example/hooks', { method: 'POST', ...signed });
    equal((await verifyWebhook(request, { secret })).event, event);
  },

  'a changed webhook is refused': async ({ signWebhook, verifyWebhook }) => {
    const { headers, body } = await signWebhook(event, { secret });
    await rejection(verifyWebhook({ headers, body: `${body} ` }, { secret }), {
      name: 'WebhookVerificationError',
    });
  },

  'an old webhook is refused': async ({ signWebhook, verifyWebhook }) => {
    const signed = await signWebhook(event, { secret, sentAt: new Date('2026-09-12T18:04:12Z') });
    await rejection(verifyWebhook(signed, { secret }), { name: 'WebhookVerificationError' });
  },

  'the test kit answers with the examples of the contract': async (library) => {
    const service = new library.ExampleService();
    const { fetch } = service;
    const client = new library.PartnerRatingClient({ apiKey: 'prk_of_the_proof', baseUrl, fetch });
    equal(await client.members.get('10482'), library.example('members.get'));
    service.answer('members.get', 'error-not_found');
    await rejection(client.members.get('10482'), { name: 'NotFoundError' });
    equal(service.requestsOf('members.get').length, 2);
  },

  // The driver searches the printed text for keys.
  'a client, a session, and an error can be printed': async (library) => {
    const { client } = countingClient(library);
    const store = { load: async () => null, save: async () => {} };
    const session = new library.TokenSession({ oauth: client.oauth, store });
    await session.start(library.example('oauth.exchangeToken'));
    const fetch = async () =>
      new Response('{"code":"unauthenticated"}', {
        status: 401,
        headers: { 'content-type': 'application/problem+json' },
      });
    const error = await rejection(client.withOptions({ fetch }).usage.get(), {
      name: 'AuthenticationError',
    });
    // biome-ignore lint/suspicious/noConsole: this tests how the console of the runtime prints them.
    console.log('Printed:', client, { client }, client.members, session, error);
  },
};

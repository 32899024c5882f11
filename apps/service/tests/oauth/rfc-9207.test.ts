import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { useConnectFlow } from '../../src/connect/testing/connect-flow.ts';
import { returned, validQuery } from '../../src/connect/testing/journeys.ts';
import { ReturningPlayer } from './support/returning-player.ts';

const wellKnown = '/.well-known/oauth-authorization-server/api/v1';

describe.each([
  ['http://localhost:3001', {}],
  ['https://ratings.example', { publicUrl: 'https://ratings.example' }],
])('the issuer at %s', (publicUrl, options) => {
  const flow = useConnectFlow(options);
  const player = new ReturningPlayer(flow);
  const issuer = async () => (await flow().app.inject(wellKnown)).json().issuer;

  it('RFC 9207 §2.3: is the base address, as in the metadata', async () => {
    expect(await issuer()).toBe(`${publicUrl}/api/v1`);
  });

  it('RFC 9207 §2: comes with a code and a refusal, once, with either start', async () => {
    for (const back of [
      await player.allow(),
      await player.decide('deny', validQuery(flow())),
      await player.decide('allow', await player.startedQuery()),
    ]) {
      expect(returned(back).getAll('iss')).toEqual([await issuer()]);
    }
  });

  testRows([
    ['invalid_request', { code_challenge: 'short' }],
    ['invalid_scope', { scope: 'nonsense' }],
    ['unsupported_response_type', { response_type: 'token' }],
  ])('RFC 9207 §2: comes with every error, once', async (error, changes) => {
    const back = returned(await player.open({ ...validQuery(flow()), ...changes }));
    expect([back.get('error'), ...back.getAll('iss')]).toEqual([error, await issuer()]);
  });

  testRows([
    ['an iss parameter', { iss: 'https://evil.example' }],
    ['an iss in the state', { state: '&iss=https://evil.example' }],
  ])('RFC 9207 §2.4: is not changed by the request', async (_what, changes) => {
    expect(returned(await player.allow(changes)).getAll('iss')).toEqual([await issuer()]);
  });
});

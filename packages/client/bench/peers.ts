import ky from 'ky';
import OpenAI from 'openai';
import createClient from 'openapi-fetch';
import Stripe from 'stripe';
import type { Fetch } from '../src/index.ts';
import { baseUrl } from './calls.ts';
import type { Work } from './relative-speed.ts';

const headers = { 'x-api-key': 'prk_benchmark' };

/** Returns a call of a peer that requests one member with this `fetch`. */
export type Peer = (fetch: Fetch) => Work;

interface Paths {
  '/partner/member': {
    get: {
      parameters: { query: { memberId: string } };
      responses: { 200: { content: { 'application/json': object } } };
    };
  };
}

export const openapiFetch: Peer = (fetch) => {
  const client = createClient<Paths>({ baseUrl, headers, fetch: fetch as never });
  const query = { memberId: '10482' };
  return async () => (await client.GET('/partner/member', { params: { query } })).data;
};

export const kyClient: Peer = (fetch) => {
  const client = ky.create({ baseUrl: `${baseUrl}/`, headers, fetch: fetch as never });
  const searchParams = { memberId: '10482' };
  return () => client.get('partner/member', { searchParams }).json();
};

export const openai: Peer = (fetch) => {
  const client = new OpenAI({ apiKey: 'sk-benchmark', baseURL: baseUrl, fetch: fetch as never });
  const query = { memberId: '10482' };
  return async () => await client.get('/partner/member', { query });
};

export const stripe: Peer = (fetch) => {
  const httpClient = Stripe.createFetchHttpClient(fetch as never);
  const client = new Stripe('sk_test_benchmark', { httpClient, telemetry: false });
  return async () => await client.rawRequest('GET', '/v1/partner/member?memberId=10482');
};

/** Imports the client that `hey-api.ts` wrote into a folder. */
export async function heyApiClient(folder: string): Promise<Peer> {
  const { createClient, createConfig, membersGet } = await import(`${folder}/peer.mjs`);
  return (fetch) => {
    const client = createClient(createConfig({ baseUrl, headers, fetch, throwOnError: true }));
    return async () => (await membersGet({ client, query: { memberId: '10482' } })).data;
  };
}

import OpenAI from 'openai';
import Stripe from 'stripe';
import { PartnerRatingClient } from '../../src/index.ts';

/** The compared calls: a read, a write, and the exchanges of a refresh token and of a code. */
export type Call = 'read' | 'write' | 'refresh' | 'code';

const redirect_uri = 'https://courtside.example/callback';

/** Makes a call with a client to a server on a port of this machine. */
export type Peer = (port: number, call: Call, attemptMs?: number) => Promise<unknown>;

const ours: Peer = async (port, call, attemptMs) => {
  const baseUrl = `http://127.0.0.1:${port}/api/v1`;
  const client = new PartnerRatingClient({
    apiKey: 'prk_test',
    baseUrl,
    // An attempt may take half of it.
    ...(attemptMs && { timeoutMs: 2 * attemptMs }),
  });
  if (call === 'read') return await client.usage.get();
  if (call === 'refresh') return await client.oauth.refresh({ refresh_token: 'prr_1' });
  if (call === 'code') return await client.oauth.exchangeToken({ code: 'prc_1', redirect_uri });
  return await client.matches.submit({ sport: 'padel', winScore: 6, winBy: 2, matches: [] });
};

const openai: Peer = async (port, call, timeout) => {
  const client = new OpenAI({
    apiKey: 'sk-test',
    baseURL: `http://127.0.0.1:${port}/v1`,
    ...(timeout && { timeout }),
    logLevel: 'off',
  });
  if (call === 'read') return await client.models.retrieve('it');
  // It has no token endpoint, so a custom POST replaces it.
  return await client.embeddings.create({ model: 'it', input: 'x', encoding_format: 'float' });
};

const stripe: Peer = async (port, call, timeout) => {
  const client = new Stripe('sk_test_it', {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    ...(timeout && { timeout }),
    telemetry: false,
  });
  if (call === 'read') return await client.customers.retrieve('cus_it');
  return await client.customers.create({ email: 'a@example.com' });
};

/** Our client and its peers. */
export const peers = { ours, openai, stripe };

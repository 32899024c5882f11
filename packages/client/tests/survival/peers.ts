import OpenAI from 'openai';
import Stripe from 'stripe';
import { PartnerRatingClient } from '../../src/index.ts';

/** The calls that are compared: one that reads, one that writes, and those that exchange a refresh token or a code. */
export type Call = 'read' | 'write' | 'refresh' | 'code';

const redirect_uri = 'https://courtside.example/callback';

/** Makes a call of a client to a server on a port of this machine. */
export type Peer = (port: number, call: Call, attemptMs?: number) => Promise<unknown>;

const ours: Peer = async (port, call, attemptMs) => {
  const baseUrl = `http://127.0.0.1:${port}/api/v1`;
  const client = new PartnerRatingClient({
    apiKey: 'prk_test',
    baseUrl,
    // Of which an attempt has half.
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
  // It has no token endpoint: a POST of its own stands for one.
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

/** Ours, and those it stands beside. */
export const peers = { ours, openai, stripe };

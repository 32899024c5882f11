import type { LightMyRequestResponse } from 'fastify';
import type { ConnectFlow } from '../../../src/connect/testing/connect-flow.ts';

export type Headers = Record<string, string>;

export const FORM = 'application/x-www-form-urlencoded';

/** Returns `Authorization: Basic` with client_id and key without encoding (RFC 7617). */
export function basic(clientId: string, secret: string): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` };
}

export function bearer(token: string): Headers {
  return { authorization: `Bearer ${token}` };
}

/** Posts an unchanged body below `/partner/oauth`, with only these headers. */
export async function postRaw(
  { app }: ConnectFlow,
  operation: 'authorize' | 'par' | 'token' | 'refresh' | 'revoke',
  headers: Headers,
  payload: string | Buffer,
): Promise<LightMyRequestResponse> {
  const url = `/api/v1/partner/oauth/${operation}`;
  return await app.inject({ method: 'POST', url, headers, payload });
}

/** Posts a form with the partner's key. */
export async function postForm(
  flow: ConnectFlow,
  operation: 'par' | 'token' | 'revoke',
  fields: Record<string, string> | string,
  headers: Headers = { 'x-api-key': flow.partner.apiKey },
): Promise<LightMyRequestResponse> {
  const text = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString();
  return await postRaw(flow, operation, { ...headers, 'content-type': FORM }, text);
}

/** Posts JSON with the partner's key. */
export async function postJson(
  flow: ConnectFlow,
  operation: 'authorize' | 'token' | 'refresh' | 'revoke',
  body: Record<string, unknown>,
  headers: Headers = { 'x-api-key': flow.partner.apiKey },
): Promise<LightMyRequestResponse> {
  const type = { 'content-type': 'application/json' };
  return await postRaw(flow, operation, { ...headers, ...type }, JSON.stringify(body));
}

/** Refreshes by form, as an OAuth client library does. */
export async function refresh(
  flow: ConnectFlow,
  refreshToken: string,
  more: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken, ...more };
  return await postForm(flow, 'token', form);
}

/** Reads the player of a credential, which needs `user:profile:read`. */
export async function readMember(
  { app }: ConnectFlow,
  headers: Headers,
  query = '',
): Promise<LightMyRequestResponse> {
  return await app.inject({ url: `/api/v1/partner/member${query}`, headers });
}

/** Returns the status and `error` of a response of the OAuth endpoints. */
export function refusal(response: LightMyRequestResponse): [status: number, error: string] {
  return [response.statusCode, response.json<{ error: string }>().error];
}

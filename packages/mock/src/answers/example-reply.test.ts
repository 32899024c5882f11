import { testRows } from '@partner-rating/table-tests';
import { afterAll, expect } from 'vitest';
import { startMock } from '../start-mock.ts';

const mock = await startMock();
afterAll(() => mock.close());

const key = { 'x-api-key': 'prk_any' };
const token = { authorization: 'Bearer pra_any' };
const notShared = { 'x-mock-scenario': 'ratings-not-shared' };
const apiKey = 'ApiKey realm="partner-rating", header="X-API-Key", error="insufficient_scope"';
const bearer = 'Bearer realm="partner-rating", error="insufficient_scope"';

testRows([
  [
    'rating-history?memberId=10591',
    { ...key, ...notShared },
    `${apiKey}, scope="user:rating:history"`,
  ],
  ['rating-history', { ...token, ...notShared }, `${bearer}, scope="user:rating:history"`],
  [
    'rating-history?memberId=10591',
    { ...key, prefer: 'example=error-insufficient_scope' },
    `${apiKey}, scope="key:match:submit"`,
  ],
  ['rating-history?memberId=10591', { ...key, 'x-mock-scenario': 'disconnected' }, null],
  [
    'rating-history?memberId=10591',
    { ...key, prefer: 'example=error-application_suspended' },
    null,
  ],
] as const)(
  'a 403 challenges only for a missing scope, and names this scope and the credential that was sent',
  async (path, headers, challenge) => {
    const response = await fetch(`${mock.baseUrl}/partner/member/${path}`, { headers });
    expect(response.status).toBe(403);
    expect(response.headers.get('www-authenticate')).toBe(challenge);
  },
);

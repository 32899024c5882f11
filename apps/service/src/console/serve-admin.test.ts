import { testRows } from '@partner-rating/table-tests';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { hashSecret, newSecret } from '../platform/secrets/sealing.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { startTestService } from '../testing/test-service.ts';
import { operations } from './api/interface.gen.ts';
import { type AdminHandler, createAdminHandler } from './serve-admin.ts';
import { insertToken } from './store/operator-tokens.ts';
import { typedAt as now, operatorSettings } from './testing/operator.ts';

const past = new Date(now.getTime() - 1);
const future = new Date(now.getTime() + 3_600_000);

let dependencies: Dependencies;
let handle: AdminHandler;
let closeDatabase: () => Promise<void>;
let support: string;
let refused: string[];

beforeAll(async () => {
  const { database, close } = await openTestDatabase('postgres');
  dependencies = { ...operatorSettings(), database };
  closeDatabase = close;
  handle = createAdminHandler(dependencies);
  support = await tokenOf('support');
  const expired = await tokenOf('admin', { expires_at: past });
  const revoked = await tokenOf('admin', { revoked_at: past });
  const [unknown, apiKey] = [newSecret('pro_'), newSecret('prk_')];
  refused = [unknown, expired, revoked, apiKey];
});

async function tokenOf(
  role: 'support' | 'admin',
  { expires_at = future, revoked_at = null as Date | null } = {},
  database = dependencies.database,
): Promise<string> {
  const token = newSecret('pro_');
  await database.transaction().execute(async (transaction) =>
    insertToken(transaction, {
      id: `opt_${token.slice(4, 30)}`,
      operator: 'ana',
      role,
      prefix: token.slice(0, 12),
      secret_hash: hashSecret(token),
      created_at: past,
      expires_at,
      revoked_at,
      last_used_at: null,
    }),
  );
  return token;
}

afterAll(async () => await closeDatabase());

async function call(
  operation: (typeof operations)[number],
  headers: Record<string, string>,
  { path = operation.path.replace(/\{\w+\}/g, 'courtside-club'), body = {} } = {},
) {
  const { method } = operation;
  const request = new Request(`http://localhost/api/admin/v1${path}`, {
    method,
    headers: { ...headers, ...(operation.hasBody && { 'content-type': 'application/json' }) },
    ...(operation.hasBody && { body: JSON.stringify(body) }),
  });
  const response = await handle(request);
  return { status: response.status, body: await response.text() };
}

const rows = operations.map((operation) => [operation.id, operation] as const);

testRows(rows)('401: no operation answers somebody without a live token', async (_, operation) => {
  const answers = [await call(operation, {})];
  for (const token of refused) {
    answers.push(await call(operation, { authorization: `Bearer ${token}` }));
    answers.push(await call(operation, { 'x-api-key': token }));
  }
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
  expect(answers.every(({ body }) => JSON.parse(body).code === 'unauthenticated')).toBe(true);
});

testRows(rows.filter(([, { role }]) => role === 'admin'))(
  '403: no operation of administrators answers support',
  async (_, operation) => {
    const answer = await call(operation, { authorization: `Bearer ${support}` });
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.body)).toMatchObject({
      code: 'insufficient_scope',
      detail: 'This operation needs the role admin. Ask somebody who has it.',
    });
  },
);

it('lets the role support read, and records the use of the token', async () => {
  const request = new Request('http://localhost/api/admin/v1/partners', {
    headers: { authorization: `Bearer ${support}` },
  });
  expect((await handle(request)).status).toBe(200);
  const used = dependencies.database
    .selectFrom('operator_token')
    .select('operator')
    .where('last_used_at', '=', now);
  expect(await used.execute()).toEqual([{ operator: 'ana' }]);
});

const ID = '01jq8z6v3mfb7s4d2k9c5x1ha0';

/** Values of each path parameter that name nothing. */
const unknown: Record<string, string[]> = {
  ...{ clientId: ['nobody'], name: ['nobody'], sport: ['croquet'] },
  member: ['99999', `mem_${ID}`, 'nobody@example.com'],
  ...{ keyId: [`key_${ID}`], matchId: [`mat_${ID}`], deliveryId: [`whd_${ID}`] },
  ...{ jobId: [`job_${ID}`], tokenId: [`opt_${ID}`] },
  ...{ teamMemberId: [`tea_${ID}`], endpointId: [`whe_${ID}`] },
};

/** Valid bodies of the operations that refuse an empty one. */
const bodies: Record<string, object> = {
  'partners.update': { name: 'X' },
  'team.add': { email: 'ada@courtside.example', role: 'owner' },
  'endpoints.create': { url: 'https://courtside.example/hooks' },
  'endpoints.update': { url: 'https://courtside.example/hooks' },
  'matches.void': { reason: 'Invented.' },
  'matches.uphold': { reason: 'The score sheet shows it.' },
  'deliveries.replay': { since: past.toISOString() },
  'members.update': { city: null },
  'members.claim': { for: '7' },
  'operators.update': { email: null },
};

testRows(rows.filter(([, { path }]) => path.includes('{')))(
  '404: every operation names what it does not find',
  async (id, operation) => {
    const headers = { authorization: `Bearer ${await tokenOf('admin')}` };
    const [, parameter = ''] = /\{(\w+)\}/.exec(operation.path) ?? [];
    for (const value of unknown[parameter] ?? []) {
      const path = operation.path
        .replace(`{${parameter}}`, value)
        .replace(/\{(\w+)\}/, (_, name) => unknown[name]?.[0] ?? '');
      const { status, body } = await call(operation, headers, { path, body: bodies[id] });
      const { code, detail } = JSON.parse(body);
      expect([status, code, detail]).toEqual([404, 'not_found', expect.stringContaining(value)]);
    }
  },
);

it('gives every operation a role, and every change an audit entry', () => {
  const silent = operations.filter(({ method, audit }) => method !== 'GET' && audit === null);
  expect(silent.map(({ id }) => id)).toEqual([]);
  expect(operations.filter(({ role }) => role === null)).toEqual([]);
});

describe('over HTTP', () => {
  it('answers as in this process, and refuses a large body, another type, and an unknown path', async () => {
    const { database, close } = await openTestDatabase('postgres');
    onTestFinished(close);
    const { baseUrl } = await startTestService({ database, clock: () => now });
    const base = baseUrl.replace('/api/v1', '/api/admin/v1');
    const token = await tokenOf('admin', {}, database);
    const post = async (body: string, type = 'application/json') => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': type };
      const response = await fetch(`${base}/partners`, { method: 'POST', headers, body });
      return { status: response.status, body: await response.json() };
    };
    const partner = { clientId: 'my-club', name: 'My Club', redirectUris: ['https://a.example/b'] };
    expect(await post(JSON.stringify(partner))).toMatchObject({
      status: 201,
      body: { clientId: 'my-club', apiKey: expect.stringMatching(/^prk_/) },
    });
    const large = JSON.stringify({ ...partner, name: 'x'.repeat(2_000_000) });
    expect(await post(large)).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
    expect(await post('<partner/>', 'application/xml')).toMatchObject({
      status: 415,
      body: { code: 'unsupported_media_type' },
    });
    const nowhere = await fetch(`${base}/courts`);
    expect([nowhere.status, JSON.parse(await nowhere.text()).code]).toEqual([
      404,
      'unknown_address',
    ]);
    const entries = database.selectFrom('audit_entry').select(['action', 'operator']);
    expect(await entries.where('action', '=', 'partner.created').execute()).toContainEqual({
      action: 'partner.created',
      operator: 'ana',
    });
  });
});

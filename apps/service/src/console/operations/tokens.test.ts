import { expect, it } from 'vitest';
import { createAdminHandler } from '../serve-admin.ts';
import { useAdmin } from '../testing/admin.ts';
import { typedAt as now } from '../testing/operator.ts';

const { send, dependencies } = useAdmin();
const body = { operator: 'ben', role: 'support' };

it('201: creates a token that acts in the name of the operator until it is revoked, and is shown once', async () => {
  const created = (await send('POST /operator-tokens', { body })).body;
  expect(created.expiresAt).toBe(new Date(now.getTime() + 90 * 86_400_000).toISOString());
  const handle = createAdminHandler(dependencies());
  const readAs = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const request = new Request('http://localhost/api/admin/v1/partners', { headers });
    return (await handle(request)).status;
  };
  expect(await readAs(created.token)).toBe(200);

  const listed = (await send('GET /operator-tokens')).body;
  expect(listed.tokens).toMatchObject([
    { ...body, tokenId: created.tokenId, lastUsedAt: now.toISOString() },
  ]);
  expect(JSON.stringify(listed)).not.toContain(created.token);

  for (const _ of [1, 2]) {
    expect((await send(`DELETE /operator-tokens/${created.tokenId}`)).status).toBe(204);
  }
  expect(await readAs(created.token)).toBe(401);
  const shown = await send(`GET /operator-tokens/${created.tokenId}`);
  expect(shown.body).toMatchObject({ revokedAt: now.toISOString() });
  const entries = (await send('GET /audit-entries?action=operator_token.')).body.entries;
  expect(entries).toMatchObject([
    { action: 'operator_token.revoked', operator: 'ana' },
    { action: 'operator_token.created', operator: 'ana' },
  ]);
});

it('400: refuses a token with more rights than the operator, and takes rights away from both together', async () => {
  await send('POST /operators', { body: { name: 'ben', role: 'support' } });
  const admin = { operator: 'ben', role: 'admin' };
  expect(await send('POST /operator-tokens', { body: admin })).toMatchObject({
    status: 400,
    body: {
      errors: [{ pointer: '/role', detail: expect.stringContaining('has the role support') }],
    },
  });
  await send('PATCH /operators/ben', { body: { role: 'admin' } });
  const { token } = (await send('POST /operator-tokens', { body: admin })).body;
  const handle = createAdminHandler(dependencies());
  const listAs = async (path: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const request = new Request(`http://localhost/api/admin/v1/${path}`, { headers });
    return (await handle(request)).status;
  };
  expect(await listAs('operators')).toBe(200);
  await send('PATCH /operators/ben', { body: { role: 'support' } });
  expect(await listAs('operators')).toBe(403);
  expect(await listAs('partners')).toBe(200);
});

it('401: ends the tokens of a removed operator, who gets no rights back, and no other tokens', async () => {
  const admin = { operator: 'ben', role: 'admin' };
  const create = async (given: object) =>
    (await send('POST /operator-tokens', { body: given })).body.token;
  const listAs = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const request = new Request('http://localhost/api/admin/v1/operators', { headers });
    return (await createAdminHandler(dependencies())(request)).status;
  };
  // A name without an account: the token has the role that it was created with.
  const other = await create({ operator: 'backup-job', role: 'admin' });
  const earlier = await create(admin);
  await send('POST /operators', { body: { name: 'ben', role: 'admin' } });
  const token = await create(admin);
  await send('PATCH /operators/ben', { body: { role: 'support' } });
  expect([await listAs(token), await listAs(earlier)]).toEqual([403, 403]);
  expect((await send('DELETE /operators/ben')).status).toBe(204);
  expect([await listAs(token), await listAs(earlier), await listAs(other)]).toEqual([
    401, 401, 200,
  ]);
  const { entries } = (await send('GET /audit-entries?action=operator.removed')).body;
  expect(entries).toMatchObject([{ details: { name: 'ben', revokedTokens: 2 } }]);
});

it('200: says when the token expires, from seven days before', async () => {
  const day = 86_400_000;
  const body = { operator: 'ben', role: 'support', expiresInDays: 8 };
  const { token, expiresAt } = (await send('POST /operator-tokens', { body })).body;
  const expiryAfter = async (milliseconds: number) => {
    const clock = () => new Date(now.getTime() + milliseconds);
    const headers = { authorization: `Bearer ${token}` };
    const request = new Request('http://localhost/api/admin/v1/partners', { headers });
    const response = await createAdminHandler({ ...dependencies(), clock })(request);
    return [response.status, response.headers.get('operator-token-expires')];
  };
  expect(await expiryAfter(day - 1)).toEqual([200, null]);
  expect(await expiryAfter(day)).toEqual([200, expiresAt]);
  expect(await expiryAfter(8 * day)).toEqual([401, null]);
});

it('400: refuses an unknown role, and a lifetime of more than a year', async () => {
  const refused = await send('POST /operator-tokens', {
    body: { operator: 'ben', role: 'owner', expiresInDays: 366 },
  });
  expect(refused.status).toBe(400);
  const pointers = refused.body.errors.map(({ pointer }: { pointer: string }) => pointer);
  expect(pointers).toEqual(['/role', '/expiresInDays']);
});

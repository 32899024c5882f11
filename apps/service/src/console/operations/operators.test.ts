import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { useAdmin } from '../testing/admin.ts';
import { typedAt } from '../testing/operator.ts';
import { makeOperator } from '../testing/set-up-operator.ts';

const setUpLink = /^https:\/\/ratings\.example\/operator\/set-up\?token=[\w-]{43}$/;
const logInLink = /^https:\/\/ratings\.example\/operator\/log-in\/allow\?token=[\w-]{43}$/;

describe('the accounts of operators', () => {
  const { send, dependencies } = useAdmin({ kind: 'pglite' });
  const create = async (name: string, email?: string) =>
    await send('POST /operators', { body: { name, ...(email !== undefined && { email }) } });

  it('201: are created, reset, and removed by name, and the audit names who did it', async () => {
    const created = (await create('bea')).body;
    expect(created).toEqual({ name: 'bea', link: expect.stringMatching(setUpLink) });
    const made = { name: 'bea', role: 'admin', createdAt: typedAt.toISOString() };
    const account = { ...made, setUpAt: null, email: null };
    expect((await send('GET /operators/bea')).body).toEqual({ ...account, lastLogInAt: null });
    const again = (await send('POST /operators/bea/reset')).body;
    expect(again.link).toMatch(setUpLink);
    expect(again.link).not.toBe(created.link);
    expect((await send('DELETE /operators/bea')).status).toBe(204);
    expect((await send('GET /operators/bea')).status).toBe(404);
    const entries = (await send('GET /audit-entries?action=operator.')).body.entries;
    expect(entries).toMatchObject([
      { action: 'operator.removed', operator: 'ana', details: { name: 'bea' } },
      { action: 'operator.reset', operator: 'ana', details: { name: 'bea' } },
      { action: 'operator.created', operator: 'ana', details: { name: 'bea', role: 'admin' } },
    ]);
  });

  it('200: have a role, and the audit names the new role and the earlier one', async () => {
    await send('POST /operators', { body: { name: 'bea', role: 'support' } });
    const change = async (role: string) =>
      (await send('PATCH /operators/bea', { body: { role } })).body.role;
    expect((await send('GET /operators')).body.operators).toMatchObject([{ role: 'support' }]);
    expect(await change('admin')).toBe('admin');
    expect(await change('support')).toBe('support');
    const entries = (await send('GET /audit-entries?action=operator.edited')).body.entries;
    expect(entries).toMatchObject([
      { operator: 'ana', details: { name: 'bea', role: 'support', roleBefore: 'admin' } },
      { operator: 'ana', details: { name: 'bea', role: 'admin', roleBefore: 'support' } },
    ]);
    for (const body of [{ role: 'partner' }, {}]) {
      expect((await send('PATCH /operators/bea', { body })).status).toBe(400);
    }
  });

  it('200: are listed by name, in pages', async () => {
    for (const name of ['cleo', 'anna', 'bea']) await create(name);
    const first = (await send('GET /operators?limit=2')).body;
    expect(first.operators).toMatchObject([{ name: 'anna' }, { name: 'bea' }]);
    expect((await send(`GET /operators?cursor=${first.nextCursor}`)).body).toMatchObject({
      operators: [{ name: 'cleo' }],
      nextCursor: null,
    });
  });

  it('200: have an address for mails, another one, or none', async () => {
    await create('bea', 'bea@ratings.example');
    expect((await send('GET /operators/bea')).body.email).toBe('bea@ratings.example');
    for (const email of ['b@ratings.example', null]) {
      expect((await send('PATCH /operators/bea', { body: { email } })).body.email).toBe(email);
    }
  });

  it('200: have a link that lets a new browser log in; 404: only once they are set up', async () => {
    await create('bea');
    expect(await send('POST /operators/bea/link')).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining('whose account is set up') },
    });
    await makeOperator(dependencies(), 'dora');
    const { link } = (await send('POST /operators/dora/link')).body;
    expect(link).toMatch(logInLink);
    expect((await send('GET /operators/dora')).body.setUpAt).toEqual(expect.any(String));
  });

  testRows([
    ['bea', undefined, '/name', 'Reset the account'],
    ['Bea Karl', undefined, '/name', 'lower-case letters'],
    ['cleo', 'cleo', '/email', 'email address'],
  ] as const)('400: are refused if the name is taken, or a value is invalid', async (...row) => {
    const [name, email, pointer, text] = row;
    await create('bea');
    expect(await create(name, email)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer, detail: expect.stringContaining(text) }] },
    });
  });
});

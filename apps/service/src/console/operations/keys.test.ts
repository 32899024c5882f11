import { describe, expect, it } from 'vitest';
import { findCallerByKey, findCallerByToken } from '../../platform/http/caller.ts';
import { insertAccessToken, insertConnection, insertMember } from '../../testing/builders.ts';
import { useAdmin } from '../testing/admin.ts';
import { typedAt as now } from '../testing/operator.ts';

describe('API keys of operators', () => {
  const { send, dependencies, createPartner } = useAdmin();
  const path = '/partners/courtside-club/keys';
  const callerOf = (key: string) => findCallerByKey(dependencies().database, key, now);
  const createKey = async (body: object = {}) => (await send(`POST ${path}`, { body })).body;

  it('201: creates keys that work at the same time, and a key that expires', async () => {
    const first = await createPartner();
    const second = await createKey({ scopes: ['key:member:read'] });
    const expired = await createKey({ expiresAt: now.toISOString() });
    expect(await callerOf(first.apiKey)).not.toBeNull();
    expect([...((await callerOf(second.apiKey))?.scopes ?? [])]).toEqual(['key:member:read']);
    expect(await callerOf(expired.apiKey)).toBeNull();
  });

  it('400: refuses an unknown scope, and names the known ones', async () => {
    await createPartner();
    const refused = await send(`POST ${path}`, { body: { scopes: ['key:dry-run'] } });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '/scopes/0' }] } });
    expect(refused.body.errors[0].detail).toContain('key:match:submit');
  });

  it('200: revokes a key at once, and shows keys by their first characters and never whole', async () => {
    const { keyId, apiKey } = await createPartner();
    await createKey();
    expect((await send(`DELETE /keys/${keyId}`)).body).toEqual({ endedTokens: 0 });
    expect(await callerOf(apiKey)).toBeNull();
    const first = (await send(`GET ${path}?limit=1`)).body;
    expect(first.keys).toMatchObject([
      { keyId, prefix: apiKey.slice(0, 12), revokedAt: now.toISOString(), lastUsedAt: null },
    ]);
    expect((await send(`GET ${path}?cursor=${first.nextCursor}`)).body).toMatchObject({
      keys: [{ revokedAt: null }],
      nextCursor: null,
    });
    const shown = await send(`GET /keys/${keyId}`);
    expect(shown.body).toMatchObject({ keyId, clientId: 'courtside-club' });
    expect(JSON.stringify([first, shown.body])).not.toContain(apiKey);
  });

  it('200: ends the tokens of the application with a key on request, and no others', async () => {
    const { keyId, applicationId } = await createPartner();
    const other = await createPartner('another-club');
    const { database } = dependencies();
    const member = await insertMember(database);
    const tokenOf = async (application: string) => {
      const connectionId = await insertConnection(database, application, member.id);
      const expires_at = new Date(now.getTime() + 60_000);
      return await insertAccessToken(database, connectionId, [], { expires_at });
    };
    const tokens = [await tokenOf(applicationId), await tokenOf(other.applicationId)];
    const live = async () =>
      await Promise.all(
        tokens.map(async (token) => (await findCallerByToken(database, token, now)) !== null),
      );
    await send(`DELETE /keys/${keyId}`);
    expect(await live()).toEqual([true, true]);
    const ended = await send(`DELETE /keys/${keyId}?endTokens=true`);
    expect(ended.body).toEqual({ endedTokens: 1 });
    expect(await live()).toEqual([false, true]);
  });
});

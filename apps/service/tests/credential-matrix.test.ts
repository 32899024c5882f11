import { testRows } from '@partner-rating/table-tests';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { createKey, KEY_SCOPES, revokePartnerKey } from '../src/console/actions/keys.ts';
import { createPartner, setSuspension } from '../src/console/actions/partners.ts';
import { newId } from '../src/platform/database/identifiers.ts';
import { newSecret } from '../src/platform/secrets/sealing.ts';
import { insertAccessToken, insertMember } from '../src/testing/builders.ts';
import { type ContractOperation, contractOperations } from '../src/testing/contract.ts';
import { openSharedService, type SharedTestService } from '../src/testing/test-service.ts';

// Tests every operation of the contract with every invalid credential. The cases come
// from the document's security declarations, so a new operation is included automatically.

const now = new Date('2026-09-12T18:00:00Z');

const past = new Date(now.getTime() - 1);

const future = new Date(now.getTime() + 3_600_000);

const withKey = contractOperations.filter(({ schemes }) => schemes.includes('ApiKey'));

const withToken = contractOperations.filter(({ schemes }) => schemes.includes('AccessToken'));

const withoutToken = withKey.filter(({ schemes }) => !schemes.includes('AccessToken'));

const withBasic = contractOperations.filter(({ schemes }) => schemes.includes('ClientBasic'));

const open = contractOperations.filter(({ schemes }) => schemes.length === 0);

const ofPlayer = withToken.filter(({ requiredScopes }) => requiredScopes.user.length > 0);

type Headers = Record<string, string>;

const keyHeader = (apiKey: string): Headers => ({ 'x-api-key': apiKey });

const tokenHeader = (token: string): Headers => ({ authorization: `Bearer ${token}` });

const basicHeader = (user: string, password: string): Headers => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

let service: SharedTestService;

let applicationId: string;

let memberId: string;

let foreignKey: string;

beforeAll(async () => {
  service = await openSharedService('pglite', {
    clock: () => now,
    environment: {
      RATE_LIMIT: '0',
      NETWORK_RATE_LIMIT: '0',
      TOKEN_RATE_LIMIT: '0',
      WEBHOOK_TEST_RATE_LIMIT: '0',
    },
  });
  const application = await service.database
    .selectFrom('application')
    .select('id')
    .executeTakeFirstOrThrow();
  applicationId = application.id;
  const foreign = { clientId: 'rally-league', name: 'Rally League' };
  const redirectUris = ['https://rally.example/callback'];
  await createPartner(service.dependencies, { ...foreign, redirectUris });
  foreignKey = (await createKey(service.dependencies, foreign)).apiKey;
  memberId = (await insertMember(service.database, { email: 'mike.brennan@example.com' })).id;
});

afterAll(() => service.stop());

async function newKey(options: { scopes?: readonly string[]; expiresAt?: Date } = {}) {
  const { clientId } = service.partner;
  return await createKey(service.dependencies, { clientId, ...options });
}

async function newToken(token: {
  scopes?: string[];
  expiresAt?: Date;
  revokedAt?: Date;
  connectionRevokedAt?: Date;
}): Promise<string> {
  const { database } = service.dependencies;
  const scopes = token.scopes ?? ['user:profile:read', 'user:rating:read', 'user:rating:history'];
  const connection = await database
    .insertInto('connection')
    .values({
      id: newId('con'),
      application_id: applicationId,
      member_id: memberId,
      scopes,
      created_at: now,
      updated_at: now,
      revoked_at: token.connectionRevokedAt ?? null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['application_id', 'member_id'])
        .doUpdateSet({ scopes, revoked_at: token.connectionRevokedAt ?? null }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return await insertAccessToken(database, connection.id, scopes, {
    expires_at: token.expiresAt ?? future,
    revoked_at: token.revokedAt ?? null,
  });
}

async function send(operation: ContractOperation, headers: Headers, query = '') {
  const { method, path, body } = operation;
  const response = await fetch(`${service.baseUrl}${path}${query}`, {
    method,
    headers: { ...headers, ...(body !== null && { 'content-type': body.contentType }) },
    ...(body !== null && { body: written(body) }),
    redirect: 'manual',
  });
  const text = await response.text();
  const answer: { code?: string; error?: string; detail?: string; grantedScopes?: string[] } =
    JSON.parse(text || '{}');
  return { status: response.status, challenge: response.headers.get('www-authenticate'), answer };
}

function written({ contentType, value }: NonNullable<ContractOperation['body']>): string {
  return contentType === 'application/json'
    ? JSON.stringify(value)
    : new URLSearchParams(value as Record<string, string>).toString();
}

/** Expects 401 in the form of the operation: a problem, or RFC 6749 §5.2 at the OAuth endpoints. */
async function expectRefused(operation: ContractOperation, headers: Headers): Promise<void> {
  const { status, challenge, answer } = await send(operation, headers);
  expect([status, answer.code ?? answer.error]).toEqual([
    401,
    operation.id.startsWith('oauth.') ? 'invalid_client' : 'unauthenticated',
  ]);
  expect(challenge).toMatch(/Bearer|Basic|ApiKey/);
}

async function expectNoScope(operation: ContractOperation, headers: Headers, scope: string) {
  const { status, answer } = await send(operation, headers);
  expect([status, answer.code ?? answer.error]).toEqual([403, 'insufficient_scope']);
  expect(JSON.stringify(answer)).toContain(scope);
}

const refusedKeys: Record<string, () => Promise<Headers>> = {
  'without a credential': async () => ({}),
  'with an unknown key': async () => keyHeader(newSecret('prk_')),
  'with a revoked key': async () => {
    const { apiKey, keyId } = await newKey();
    await revokePartnerKey(service.dependencies, keyId);
    return keyHeader(apiKey);
  },
  'with an expired key': async () => keyHeader((await newKey({ expiresAt: now })).apiKey),
};

describe('an operation that takes a key answers', () => {
  describe.each(Object.entries(refusedKeys))('401 %s', (_how, credential) => {
    testRows(withKey)('as the document says', async (operation) => {
      await expectRefused(operation, await credential());
    });
  });

  testRows(withKey)('that the application is suspended, until it is resumed', async (operation) => {
    const { dependencies } = service;
    await setSuspension(dependencies, 'rally-league', { isSuspended: true });
    const suspended = await send(operation, keyHeader(foreignKey));
    await setSuspension(dependencies, 'rally-league', { isSuspended: false });
    expect([suspended.status, suspended.answer.code ?? suspended.answer.error]).toEqual(
      operation.id.startsWith('oauth.')
        ? [400, 'unauthorized_client']
        : [403, 'application_suspended'],
    );
    const resumed = await send(operation, keyHeader(foreignKey));
    expect(JSON.stringify(resumed.answer)).not.toMatch(/suspended|unauthorized_client/);
  });

  testRows(
    withKey.flatMap((operation) =>
      operation.requiredScopes.key.map((scope) => [operation, scope] as const),
    ),
  )('403 with a key that lacks a scope', async (operation, scope) => {
    const { apiKey } = await newKey({ scopes: KEY_SCOPES.filter((other) => other !== scope) });
    await expectNoScope(operation, keyHeader(apiKey), scope);
  });
});

testRows(withoutToken)('401 with an access token, which it does not accept', async (operation) => {
  const { status } = await send(operation, tokenHeader(await newToken({})));
  expect(status).toBe(401);
});

const refusedTokens: Record<string, () => Promise<string>> = {
  'an unknown token': async () => newSecret('pra_'),
  'an expired token': () => newToken({ expiresAt: now }),
  'a revoked token': () => newToken({ revokedAt: past }),
  'a token of a revoked connection': () => newToken({ connectionRevokedAt: past }),
};

describe('an operation that takes a token answers', () => {
  describe.each(Object.entries(refusedTokens))('401 with %s', (_what, token) => {
    testRows(withToken)('as the document says', async (operation) => {
      await expectRefused(operation, tokenHeader(await token()));
    });
  });

  testRows(
    withToken.flatMap((operation) =>
      operation.requiredScopes.user.map((scope) => [operation, scope] as const),
    ),
  )('403 with a token that lacks a scope', async (operation, scope) => {
    const all = ['user:profile:read', 'user:rating:read', 'user:rating:history'];
    const scopes = all.filter((other) => other !== scope);
    await expectNoScope(operation, tokenHeader(await newToken({ scopes })), scope);
  });
});

describe('an application that authenticates by Basic', () => {
  testRows(withBasic)(
    '401 with a key of another application than the client_id names',
    async (operation) => {
      const { apiKey } = await newKey();
      await expectRefused(operation, basicHeader('rally-league', apiKey));
    },
  );

  testRows(withBasic)('401 with an unknown key as the password', async (operation) => {
    await expectRefused(operation, basicHeader(service.partner.clientId, newSecret('prk_')));
  });
});

testRows(ofPlayer)(
  'at most the public card with the key of an application that the player has not connected',
  async (operation) => {
    await newToken({});
    const { status, answer } = await send(
      operation,
      keyHeader(foreignKey),
      `?memberId=${memberId}`,
    );
    if (operation.id === 'members.get')
      expect([status, answer.grantedScopes]).toEqual([200, undefined]);
    else expect([status, answer.code]).toEqual([403, 'not_connected']);
  },
);

testRows(open)('needs no credential', async ({ method, path }) => {
  const { status } = await fetch(`${service.baseUrl}${path}`, { method });
  expect([401, 403]).not.toContain(status);
});

import { contract } from '@partner-rating/spec/contract';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test } from 'vitest';
import { createHandler, type Handlers, type Missing } from '../index.ts';
import { adapters } from '../testing/adapters.ts';
import { authenticate, problemTypeBase, withKey } from '../testing/test-server.ts';

const handlers: Partial<Handlers> = {
  'oauth.listScopes': () => ({
    status: 200,
    body: { scopes: [{ name: 'user:profile:read', description: 'Name and location.' }] },
  }),
};

function serve(missing: Missing, problems: object[] = []) {
  const ignore = () => {};
  const error = (details: object | string) => problems.push(Object(details));
  const log = { debug: ignore, info: ignore, warn: ignore, error };
  const handle = createHandler({
    handlers,
    missing,
    authenticate,
    problemTypeBase,
    validateResponses: true,
    log,
  });
  return async (path: string, init?: RequestInit) =>
    await handle(new Request(`http://localhost${path}`, init));
}

describe('an operation without a handler', () => {
  test('gets a 501 for missing: 501, even if responses are validated', async () => {
    const problems: object[] = [];
    const send = serve(501, problems);
    const response = await send('/partner/usage', { headers: withKey });
    expect(response.status).toBe(501);
    expect(await response.json()).toMatchObject({
      status: 501,
      detail:
        'This server does not implement usage.get yet. Leave the operation out until it does.',
    });
    expect((await send('/partner/oauth/scopes')).status).toBe(200);
  });

  test('gets an example of the document for missing: example', async () => {
    const response = await serve('example')('/partner/usage', { headers: withKey });
    const { responses } = contract.operation('usage.get');
    const [example] = responses['200']?.content['application/json']?.examples ?? [];
    expect([response.status, await response.json()]).toEqual([200, example?.value]);
  });

  testRows<Missing>([501, 'example'])('still checks its requests', async (missing) => {
    const send = serve(missing);
    expect((await send('/partner/usage')).status).toBe(401);
    const path = '/partner/member?memberId=';
    expect((await send(path, { headers: withKey })).status).toBe(400);
  });

  testRows(Object.keys(adapters))('is served by every adapter', async (name) => {
    const send = await adapters[name]?.({ handlers, missing: 'example' });
    const response = await send?.('/api/v1/partner/usage', { headers: withKey });
    expect(response?.status).toBe(200);
  });

  testRows(contract.operations().map(({ id, method, path }) => [id, method, path] as const))(
    'has an example',
    async (id) => {
      const { exampleReplies } = await import('../generated/example-replies.gen.ts');
      const { responses } = contract.operation(id);
      expect(responses).toHaveProperty(String(exampleReplies[id]?.status));
    },
  );
});

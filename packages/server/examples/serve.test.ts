import { expect, test } from 'vitest';
import { buildServer } from './serve.ts';

test('the example of the README responds as the README says', async () => {
  const app = await buildServer();
  const get = async (memberId: string) =>
    await app.inject({
      url: `/api/v1/partner/member?memberId=${memberId}`,
      headers: { 'x-api-key': 'prk_example' },
    });
  expect((await get('10482')).json()).toMatchObject({ displayName: 'Mike B.' });
  expect((await get('10483')).json()).toMatchObject({ code: 'not_found' });
  expect((await get('x')).json()).toMatchObject({ errors: [{ pointer: '/query/memberId' }] });
  await app.close();
});

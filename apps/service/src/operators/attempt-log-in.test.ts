import { expect, it } from 'vitest';
import { codeAt } from '../accounts/testing/second-factor.ts';
import { useConnectFlow } from '../oauth/testing/connect-flow.ts';
import { createSecretSealing } from '../platform/secrets/sealing.ts';
import { attemptOperatorLogIn } from './attempt-log-in.ts';
import { makeOperator } from './testing/set-up-operator.ts';

const flow = useConnectFlow();

it('codes that are too many are refused as a wrong password is, or a right one could be guessed', async () => {
  const { dependencies } = flow();
  const operator = await makeOperator(dependencies);
  // The next minute, whose code was not used yet.
  flow().advance(60);
  const attempt = async (password: string, codeWait: number | null) =>
    await attemptOperatorLogIn(
      dependencies,
      { logIn: async () => null, code: async () => codeWait },
      createSecretSealing(dependencies.configuration),
      {
        name: operator.name,
        password,
        code: codeAt(operator.key, dependencies.clock()),
        address: '192.0.2.1',
        userAgent: null,
        previous: null,
      },
    );
  const refused = await attempt('battery staple', null);
  expect(refused).toMatchObject({ status: 422 });
  expect(await attempt(operator.password, 3_600)).toEqual(refused);
  expect(await attempt(operator.password, null)).toMatchObject({ session: expect.any(String) });
});

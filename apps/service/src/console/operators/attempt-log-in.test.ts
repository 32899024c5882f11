import { expect, it } from 'vitest';
import { codeAt } from '../../connect/login/testing/second-factor.ts';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { readConfiguration } from '../../platform/configuration/configuration.ts';
import { createLimits } from '../../platform/http/limits.ts';
import { countInMemory } from '../../platform/http/rate-limits.ts';
import { createSecretSealing } from '../../platform/secrets/sealing.ts';
import { testSecretsKey } from '../../testing/test-service.ts';
import { attemptOperatorLogIn, createOperatorThrottle } from './attempt-log-in.ts';
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
        device: null,
      },
    );
  const refused = await attempt('battery staple', null);
  expect(refused).toMatchObject({ status: 422 });
  expect(await attempt(operator.password, 3_600)).toEqual(refused);
  expect(await attempt(operator.password, null)).toMatchObject({ session: expect.any(String) });
});

it('codes that others typed after the right password use up none of a browser that logged in before', async () => {
  const { dependencies } = flow();
  const operator = await makeOperator(dependencies, 'bea');
  const configuration = readConfiguration({ LOG_IN_RATE_LIMIT: '2', SECRETS_KEY: testSecretsKey });
  const limits = createLimits(configuration, countInMemory());
  const throttle = createOperatorThrottle(limits, { ...dependencies, configuration });
  let last = 0;
  const attempt = async (isRight: boolean, device: string | null) => {
    flow().advance(60);
    last += 1;
    const code = isRight ? codeAt(operator.key, dependencies.clock()) : '000000';
    const { name, password } = operator;
    const typed = { name, password, code, address: `192.0.2.${last}`, userAgent: null };
    const sealing = createSecretSealing(dependencies.configuration);
    return await attemptOperatorLogIn(dependencies, throttle, sealing, {
      ...typed,
      previous: null,
      device,
    });
  };
  const loggedIn = await attempt(true, null);
  const device = 'device' in loggedIn ? loggedIn.device : null;
  expect(device).not.toBeNull();
  for (let guess = 0; guess < 4; guess += 1) await attempt(false, null);
  expect(await attempt(true, null)).toMatchObject({ status: 422 });
  expect(await attempt(true, device)).toMatchObject({ session: expect.any(String), device });
  // The cookie is no way to guess without end, and that of another operator is none.
  for (let guess = 0; guess < 2; guess += 1) await attempt(false, device);
  expect(await attempt(true, device)).toMatchObject({ status: expect.any(Number) });
  expect(await attempt(true, 'x'.repeat(43))).toMatchObject({ status: 422 });
});

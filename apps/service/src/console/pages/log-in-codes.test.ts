import { expect, it } from 'vitest';
import { attemptLogIn, createLogInTools } from '../../connect/login/log-in.ts';
import type { PostedForm } from '../../connect/login/posted-form.ts';
import { operators } from '../../connect/login/realms.ts';
import { codeAt } from '../../connect/login/testing/second-factor.ts';
import { createThrottles } from '../../connect/login/throttles.ts';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { readConfiguration } from '../../platform/configuration/configuration.ts';
import { createLimits } from '../../platform/http/limits.ts';
import { countInMemory } from '../../platform/http/rate-limits.ts';
import { testSecretsKey } from '../../testing/test-service.ts';
import { makeOperator } from '../testing/set-up-operator.ts';

const flow = useConnectFlow();

/** Returns the log-in form of an operator, as a browser sends it. */
const formOf = (values: Record<string, string>, address: string, device: string | null = null) =>
  ({
    field: (name: string) => values[name] ?? '',
    cookies: { realm: operators, session: null, visit: null, device, tooYoung: null },
    raw: { ip: address, headers: {} },
  }) as unknown as PostedForm;

it('too many codes are refused like a wrong password, so that nobody can guess a right one', async () => {
  const { dependencies } = flow();
  const { name, password: own, key } = await makeOperator(dependencies);
  // The next minute, whose code was not used yet.
  flow().advance(60);
  const attempt = async (password: string, codeWait: number | null) => {
    const throttles = { logIn: async () => null, code: async () => codeWait };
    const tools = createLogInTools(dependencies, throttles);
    const typed = { name, password, code: codeAt(key, dependencies.clock()) };
    const form = formOf(typed, '192.0.2.1');
    return await attemptLogIn(dependencies, tools, form);
  };
  const refused = await attempt('battery staple', null);
  expect(refused).toMatchObject({ status: 422 });
  expect(await attempt(own, 3_600)).toEqual(refused);
  expect(await attempt(own, null)).toMatchObject({ session: expect.any(String) });
});

it('wrong codes from other browsers do not count against a browser that logged in before', async () => {
  const { dependencies } = flow();
  const { name, password, key } = await makeOperator(dependencies, 'bea');
  const configuration = readConfiguration({ LOG_IN_RATE_LIMIT: '2', SECRETS_KEY: testSecretsKey });
  const limits = createLimits(configuration, countInMemory());
  const throttles = createThrottles(limits, { ...dependencies, configuration });
  const tools = createLogInTools(dependencies, throttles);
  let last = 0;
  const attempt = async (isRight: boolean, device: string | null) => {
    flow().advance(60);
    last += 1;
    const code = isRight ? codeAt(key, dependencies.clock()) : '000000';
    const form = formOf({ name, password, code }, `192.0.2.${last}`, device);
    return await attemptLogIn(dependencies, tools, form);
  };
  const loggedIn = await attempt(true, null);
  const device = 'device' in loggedIn ? loggedIn.device : null;
  expect(device).not.toBeNull();
  for (let guess = 0; guess < 4; guess += 1) await attempt(false, null);
  expect(await attempt(true, null)).toMatchObject({ status: 422 });
  expect(await attempt(true, device)).toMatchObject({ session: expect.any(String), device });
  // The cookie does not allow unlimited guesses, and another operator's cookie allows none.
  for (let guess = 0; guess < 2; guess += 1) await attempt(false, device);
  expect(await attempt(true, device)).toMatchObject({ status: expect.any(Number) });
  expect(await attempt(true, 'x'.repeat(43))).toMatchObject({ status: 422 });
});

it('operators cannot log in with a recovery code, or without an app for codes', async () => {
  const { dependencies } = flow();
  const { name, password, key } = await makeOperator(dependencies, 'cleo');
  flow().advance(60);
  const throttles = { logIn: async () => null, code: async () => null };
  const tools = createLogInTools(dependencies, throttles);
  const attempt = async (code: string) =>
    await attemptLogIn(dependencies, tools, formOf({ name, password, code }, '192.0.2.1'));
  expect(await attempt('1'.repeat(24))).toMatchObject({ errors: [{ field: 'code' }] });
  await dependencies.database.deleteFrom('account_second_factor').execute();
  expect(await attempt(codeAt(key, dependencies.clock()))).toMatchObject({ status: 422 });
});

import type { LightMyRequestResponse } from 'fastify';
import { codeAt } from '../../connect/login/testing/second-factor.ts';
import { BrowserSession } from '../../connect/testing/browser-session.ts';
import type { ConnectFlow } from '../../connect/testing/connect-flow.ts';
import { makeOperator, type TestOperator } from './set-up-operator.ts';

/** Returns the next code of the operator's app, which was not used yet. */
export function nextCode(flow: ConnectFlow, { key }: TestOperator): string {
  flow.advance(30);
  return codeAt(key, flow.dependencies.clock());
}

/** Fills in the log-in form of the page. */
export async function submitLogIn(
  flow: ConnectFlow,
  browser: BrowserSession,
  page: LightMyRequestResponse,
  operator: TestOperator,
  typed: Partial<Record<'name' | 'password' | 'code' | 'next', string>> = {},
): Promise<LightMyRequestResponse> {
  const { name, password } = operator;
  const values = { name, password, code: nextCode(flow, operator), ...typed };
  return await browser.submit(page, '/operator/log-in', values);
}

export async function logOut(browser: BrowserSession): Promise<LightMyRequestResponse> {
  return await browser.submit(await browser.open('/operator'), '/operator/log-out', {});
}

/** Returns a browser in which an operator is logged in. */
export async function openAsOperator(
  flow: ConnectFlow,
  operator?: TestOperator,
): Promise<{ browser: BrowserSession; operator: TestOperator }> {
  const browser = new BrowserSession(flow.app);
  const known = operator ?? (await makeOperator(flow.dependencies));
  await submitLogIn(flow, browser, await browser.open('/operator'), known);
  return { browser, operator: known };
}

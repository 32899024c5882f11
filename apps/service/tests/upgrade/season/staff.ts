import { UserAgent } from '@partner-rating/browser';
import { codeAt } from '../../../src/connect/login/testing/second-factor.ts';
import { runOperator } from '../../../src/console/testing/operator.ts';
import type { Dependencies } from '../../../src/platform/configuration/dependencies.ts';
import { password } from './players.ts';
import { openMailedLink, type Stage } from './stage.ts';

/** Runs an operator command, and returns the first line of its answer. */
export async function operate(dependencies: Dependencies, ...words: string[]) {
  const [line = '{}'] = await runOperator(dependencies, [...words, '--json'], 'yes');
  return JSON.parse(line);
}

/** Creates the account of an operator, who sets it up with the link. Returns the key of the app for codes. */
export async function setUpOperator({ dependencies }: Stage, name: string): Promise<string> {
  const { link } = await operate(dependencies, 'account', 'create', name);
  const browser = new UserAgent();
  const passwords = { new_password: password, again: password };
  const asked = await browser.submit(await browser.open(link), '/operator/set-up', passwords);
  const [, key = ''] = /<p class="key"><code>([^<]+)<\/code>/.exec(asked.html) ?? [];
  const code = codeAt(key, dependencies.clock());
  const done = await browser.submit(asked, '/operator/set-up', { code });
  if (done.status !== 200) throw new Error(`The account was not set up:\n${done.html}`);
  return key;
}

/** Signs up a person who works for a partner. */
export async function signUp(stage: Stage, email: string): Promise<void> {
  const browser = new UserAgent();
  const form = await browser.open(`${stage.origin}/console/sign-up`);
  await browser.submit(form, '/console/sign-up', { name: 'Ada Byron', email, password });
  const { page } = await openMailedLink(stage, email, browser);
  await browser.submit(page, '/console/sign-up/confirm', { password });
}

import assert from 'node:assert/strict';
import { UserAgent } from '@partner-rating/browser';
import { openPassportSite } from '../passport-site.ts';
import { type Program, versionOf } from '../program.ts';

export const passport: Program = {
  name: 'passport with passport-oauth2',
  version: () => `${versionOf('passport')}, ${versionOf('passport-oauth2')}`,
  async drive(stage, step) {
    await using site = await openPassportSite(stage);
    const visit = async (decision: string) => {
      const { email, password } = stage.player;
      const browser = new UserAgent({ followsToOtherOrigins: true });
      const logIn = await browser.open(site.url);
      const consent = await browser.submit(logIn, '/connect/log-in', { email, password });
      return await browser.submit(consent, '/connect/consent', { decision });
    };
    await step('logs the player in, with PKCE and a state, and reads their profile', async () => {
      assert.equal((await visit('allow')).html, 'Welcome, Mike');
    });
    await step('shows a refusal', async () => {
      assert.deepEqual(await visit('deny').then(({ status, html }) => [status, html]), [
        401,
        'You are not logged in',
      ]);
    });
    await step('refuses a callback with a wrong state', async () => {
      const { status } = await fetch(`${site.url}callback?code=any&state=wrong`);
      assert.equal(status, 403);
    });
  },
};

import assert from 'node:assert/strict';
import { PartnerRatingClient } from '@partner-rating/client';
import { startMock } from '@partner-rating/processes';
import { openPassportSite } from '../passport-site.ts';
import type { Step } from '../program.ts';
import type { Stage } from '../stage.ts';
import { field, type Visitor } from './visitor.ts';

/** Walks through all that people use in a browser: the pages of players, the console, the documentation, and the mock. */
export async function walk(visitor: Visitor, stage: Stage, step: Step): Promise<void> {
  const { origin } = new URL(stage.baseUrl);
  await step('registers a newcomer, who shows their password and follows a link', () =>
    register(visitor, stage, origin),
  );
  await connect(visitor, stage, step);
  await step('shows a rating in the chart by hover and by focus', () => readChart(visitor, origin));
  await step('confirms a result', () => confirmResult(visitor, stage));
  await step('corrects the profile after an error, and changes a setting', () =>
    changeSettings(visitor),
  );
  await step('shows nothing of the player after the log-out', () => logOut(visitor, origin));
  await step('creates a key in the console', () => useConsole(visitor, stage, origin));
  await step("remembers the documentation's tab, and finds an operation by search", () =>
    readDocumentation(visitor, origin),
  );
  await step('connects a player at the mock', () => tryMock(visitor));
}

async function register(visitor: Visitor, stage: Stage, origin: string): Promise<void> {
  const email = `newcomer.${Date.now()}@example.com`;
  const password = 'battery staple of the north';
  await visitor.tab.open(origin);
  await visitor.look('home');
  await visitor.click('Create your account');
  await visitor.fill('First name', 'Lena');
  await visitor.fill('Last name', 'Vogt');
  await visitor.fill('Email', email);
  await visitor.fill('Date of birth', '1991-04-02');
  await visitor.select('Show me in search and on leaderboards');
  await visitor.fill('Password', password);
  await visitor.click('Show password');
  assert.equal(await visitor.tab.evaluate(`${field('Password')}.type`), 'text');
  await visitor.look('register');
  await visitor.click('Create account');
  await visitor.sees('One more step');
  await visitor.tab.open(await stage.linkFor(email));
  await visitor.fill('Password', password);
  await visitor.click('Finish and log in');
  await visitor.sees('Your account is ready.');
  await visitor.look('newcomer');
  await visitor.click('Log out');
  await visitor.sees('You are logged out');
}

async function connect(visitor: Visitor, stage: Stage, step: Step): Promise<void> {
  await using site = await openPassportSite(stage);
  await step("takes the player from a site with passport through the service's pages", async () => {
    await visitor.tab.open(site.url);
    await visitor.look('log-in');
    await visitor.logIn(stage.player);
    await visitor.sees('Connect External?');
    await visitor.look('consent');
    await visitor.click('Allow');
    await visitor.sees('Welcome, Mike');
  });
  await step('takes the player back after a refusal', async () => {
    await visitor.tab.open(site.url);
    await visitor.click('Refuse');
    await visitor.sees('You are not logged in');
  });
}

async function readChart(visitor: Visitor, origin: string): Promise<void> {
  await visitor.tab.open(`${origin}/account`);
  const point = (index: number) => `document.querySelectorAll('.points')[0].children[${index}]`;
  const shows = (index: number) =>
    `getComputedStyle(${point(index)}.querySelector('text')).visibility === 'visible'`;
  await visitor.waitFor(point(1));
  await visitor.tab.hover(`${point(1)}.querySelector('rect')`);
  await visitor.waitFor(shows(1));
  await visitor.look('ratings');
  await visitor.tab.evaluate(`${point(0)}.focus()`);
  await visitor.waitFor(shows(0));
}

async function confirmResult(visitor: Visitor, stage: Stage): Promise<void> {
  const { player, baseUrl, strangersKey, nextPlayer } = stage;
  const opponent = nextPlayer();
  const { matches } = new PartnerRatingClient({ baseUrl, apiKey: strangersKey });
  await matches.submit({
    ...{ sport: 'pickleball', format: 'pickleball-11' },
    matches: [
      {
        identifier: `browser-${opponent.memberId}`,
        teams: [[player.id], [opponent.id]],
        games: [{ scores: [11, 7] }],
      },
    ],
  });
  await visitor.click('Matches');
  await visitor.sees('Waiting for your answer');
  await visitor.look('matches');
  await visitor.click('Confirm');
  await visitor.sees('The result is confirmed');
}

async function changeSettings(visitor: Visitor): Promise<void> {
  await visitor.click('Settings');
  await visitor.sees('Where you are logged in');
  await visitor.look('settings');
  const isOn = `document.querySelector('[name=discoverable]').ariaChecked === 'true'`;
  const before = await visitor.tab.evaluate<boolean>(isOn);
  for (const expected of [!before, before]) {
    await visitor.click('Show me in search');
    await visitor.waitFor(`(${isOn}) === ${expected}`);
  }
  await visitor.click('Edit profile');
  await visitor.fill('Date of birth', '1891-01-01');
  await visitor.click('Save profile');
  await visitor.sees('Your profile is not saved');
  await visitor.look('error');
  await visitor.fill('Date of birth', '1991-04-02');
  await visitor.click('Save profile');
  await visitor.sees('Your profile is saved.');
}

async function logOut(visitor: Visitor, origin: string): Promise<void> {
  await visitor.click('Log out');
  await visitor.sees('You are logged out');
  await visitor.tab.open(`${origin}/account`);
  await visitor.sees('Log in');
  assert.ok(!(await visitor.tab.evaluate<string>('document.body.innerText')).includes('Mike'));
}

async function useConsole(visitor: Visitor, stage: Stage, origin: string): Promise<void> {
  await visitor.tab.open(`${origin}/console`);
  await visitor.logIn(stage.person);
  await visitor.click('Courtside Club');
  await visitor.sees('Redirect addresses');
  await visitor.look('console');
  await visitor.click('Create a key');
  await visitor.sees('Your API key');
  await visitor.look('key');
  await visitor.click('To the application');
  await visitor.click('Log out');
  await visitor.sees('You are logged out');
}

async function readDocumentation(visitor: Visitor, origin: string): Promise<void> {
  const isChosen = `[...document.querySelectorAll('[role=tab]')].some(
    (tab) => tab.innerText.includes('Python') && tab.ariaSelected === 'true')`;
  await visitor.tab.open(`${origin}/docs/guides/quick-start`);
  await visitor.click('Python');
  await visitor.look('guide');
  await visitor.tab.open(`${origin}/docs/guides/webhooks`);
  await visitor.waitFor(isChosen);
  await visitor.click('Search');
  await visitor.fill('Search', 'matches.submit');
  await visitor.waitFor(`document.querySelector('.pagefind-ui__result-link') !== null`);
  await visitor.look('search');
  await visitor.tab.click(`document.querySelector('.pagefind-ui__result-link')`);
  await visitor.sees('Submit a batch of matches');
  await visitor.look('reference');
}

async function tryMock(visitor: Visitor): Promise<void> {
  await using mock = await startMock();
  await visitor.tab.open(mock.origin);
  await visitor.look('mock');
  await visitor.click('connect Mike Brennan');
  await visitor.sees('Connect Courtside Club');
  await visitor.click('Allow');
  await visitor.waitFor(`location.search.includes('code=')`);
}

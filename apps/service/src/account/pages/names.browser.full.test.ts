import { beforeAll, describe, expect, it } from 'vitest';
import { makeAccount } from '../../connect/login/testing/make-account.ts';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { validQuery } from '../../connect/testing/journeys.ts';
import { connect } from '../testing/account.ts';
import { expectAccessible, logInAtAccount, typeLogIn, useChromium } from '../testing/chromium.ts';
import { playSeason, reportResult } from '../testing/matches.ts';

const people = [
  ['محمد', 'الخوارزمي'],
  ['אברהם', 'כהן'],
  ['王', '小明'],
  ['Sukarno', 'Sukarno'],
  ['Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren', 'Keith'],
  ['M'.repeat(58), 'W'.repeat(58)],
] as const;

/** Finds names on the page that are not alone in a `bdi`. */
const misplacedNames = (names: readonly string[]) => `(() => {
  const names = ${JSON.stringify(names)};
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const misplaced = [];
  while (texts.nextNode()) {
    const { parentElement, data } = texts.currentNode;
    if (parentElement.closest('script, style, option, input')) continue;
    const name = names.find((one) => data.includes(one));
    if (name !== undefined && parentElement.closest('bdi')?.textContent !== name) misplaced.push(data);
  }
  return misplaced;
})()`;

describe('names in many scripts in Chromium', () => {
  const flow = useConnectFlow({ listens: true });
  const openPage = useChromium(flow);
  const players: { memberId: string; memberNumber: number; email: string; password: string }[] = [];
  beforeAll(async () => {
    for (const [index, [firstName, lastName]] of people.entries()) {
      const account = { email: `name.${index}@example.com`, password: 'racket strings at noon' };
      const names = { firstName, lastName };
      players.push({
        ...(await makeAccount(flow().dependencies, { ...account, ...names })),
        ...account,
      });
    }
    for (const [index, player] of players.entries()) {
      const otherPlayer = players[(index + 1) % players.length] ?? player;
      await playSeason({ ...flow(), player, otherPlayer }, { matches: 2, before: 3 * index });
      await reportResult({ ...flow(), player, otherPlayer });
    }
  });

  it('are separate elements, and fit on a phone of 320 pixels', async () => {
    const members = await flow().database.selectFrom('member').selectAll().execute();
    const shown = members.flatMap(({ display_name, first_name, last_name }) => [
      `${first_name} ${last_name}`,
      display_name,
    ]);
    for (const player of players) {
      await connect(flow(), player);
      const page = await openPage({ viewport: { width: 320, height: 640 } });
      await logInAtAccount(page, player);
      for (const path of [
        '/account',
        '/account/matches',
        '/account/settings',
        '/account/activity',
        '/account/what-if?sport=pickleball&name=Priya',
        '/account/disconnect?application=courtside-club',
      ]) {
        await page.goto(path);
        for (const summary of await page.locator('summary').all()) await summary.click();
        expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(320);
        expect(
          await page.evaluate(misplacedNames([...shown, 'Courtside Club', 'Rally League'])),
          path,
        ).toEqual([]);
      }
      await page.close();
    }
  });

  it('are written for the region of the browser', async () => {
    const [player] = players;
    if (player === undefined) throw new Error('There is somebody.');
    for (const [locale, pattern] of [
      ['en-US', /September \d+, 2026/],
      ['de-DE', /\d+ September 2026/],
    ] as const) {
      const page = await openPage({ locale });
      await logInAtAccount(page, player);
      expect(await page.locator('main').textContent()).toMatch(pattern);
      const rating = await page.locator('.rating strong').first().textContent();
      expect(rating).toMatch(locale === 'de-DE' ? /^\d,\d{3}$/ : /^\d\.\d{3}$/);
    }
  });

  it('are on the page that connects an application', async () => {
    const [player] = players;
    if (player === undefined) throw new Error('There is somebody.');
    const page = await openPage({ viewport: { width: 320, height: 640 } });
    await page.goto(`/api/v1/partner/oauth/authorize?${new URLSearchParams(validQuery(flow()))}`);
    await typeLogIn(page, player);
    await page.getByRole('button', { name: 'Allow' }).waitFor();
    await expectAccessible(page, /Connect Courtside Club/);
    const names = ['محمد الخوارزمي', 'Courtside Club'];
    expect(await page.evaluate(misplacedNames(names))).toEqual([]);
  });
});

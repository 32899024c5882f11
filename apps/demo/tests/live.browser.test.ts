import { gzipSync } from 'node:zlib';
import { launchChromium, openPage } from '@partner-rating/browser';
import { signWebhook } from '@partner-rating/client/webhooks';
import { testRows } from '@partner-rating/table-tests';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { pictures } from '../scripts/pictures.ts';
import { buildApp } from '../src/app.ts';
import { createClub } from '../src/club.ts';
import { connectInBrowser } from '../src/testing/connect-in-browser.ts';
import { useRunningClub } from '../src/testing/running-club.ts';

const MAX_PAGE_WEIGHT = 60_000;
/** The interval of the polling that the stream replaced. On average, a page waited half of it. */
const POLL_MILLISECONDS = 700;

const now = () => performance.timeOrigin + performance.now();

describe('a connected player in Chromium', () => {
  const club = useRunningClub();
  let browser: Browser;
  let connected: Awaited<ReturnType<BrowserContext['storageState']>>;

  beforeAll(async () => {
    browser = await launchChromium();
    const page = await openPage(browser);
    await connectInBrowser(page, club());
    connected = await page.context().storageState();
    await page.close();
  });
  afterAll(async () => {
    await browser?.close();
  });

  async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await openPage(browser, { storageState: connected, ...options });
    onTestFinished(() => page.close());
    // The stream is open when its response has started.
    const isLive = options.javaScriptEnabled !== false && path === '/player';
    const opened = isLive ? page.waitForResponse(/\/live/) : null;
    await page.goto(new URL(path, club().address).href);
    await opened;
    return page;
  }

  let sent = 0;
  /** Sends a signed webhook about the player's rating, and returns the time when it arrived. */
  async function sendRating(newRating: number): Promise<number> {
    sent += 1;
    const { registration, facts, events, address } = club();
    const data = { ...facts.member, displayName: 'Mike B.', sport: 'pickleball', newRating };
    const event = { type: 'rating.updated', timestamp: new Date().toISOString(), data };
    const id = `evt_${String(sent).padStart(26, '0')}`;
    const secret = registration.secret() ?? '';
    const { headers, body } = await signWebhook(JSON.stringify(event), { secret, id });
    let arrivedAt = 0;
    const stop = events.listen(() => {
      arrivedAt = now();
    });
    const response = await fetch(`${address}/hooks`, { method: 'POST', headers, body });
    stop();
    expect(response.status).toBe(204);
    return arrivedAt;
  }

  const figure = '.stats [data-rating="pickleball"]';
  const watchFigure = `{
    window.values = [];
    const figure = document.querySelector('${figure}');
    new MutationObserver(() => values.push(figure.textContent)).observe(figure, { childList: true });
  }`;

  it('sees the rating count up to its new value', async () => {
    const page = await open('/player', { reducedMotion: 'no-preference' });
    // With this clock, no frame of the animation is left out, however busy the machine is.
    await page.clock.install();
    await page.evaluate(watchFigure);
    await sendRating(6.5);
    await page.locator(figure, { hasText: '6.500' }).waitFor();
    const values = (await page.evaluate<string[]>('values')).map(Number);
    expect(values.length).toBeGreaterThan(2);
    expect(values).toEqual(values.toSorted((one, other) => one - other));
  });

  it('sees the new rating at once with reduced motion', async () => {
    const page = await open('/player', { reducedMotion: 'reduce' });
    await page.evaluate(watchFigure);
    await sendRating(6.6);
    await page.locator(figure, { hasText: '6.600' }).waitFor();
    expect(await page.evaluate('values')).toEqual(['6.600']);
  });

  it('prints how long a webhook takes to the page', async () => {
    const page = await open('/player');
    const waits: number[] = [];
    for (const rating of [6.1, 6.2, 6.3, 6.4, 6.5, 6.6, 6.7]) {
      await page.evaluate(`window.shown = new Promise((resolve) => {
        new MutationObserver(() => resolve(performance.timeOrigin + performance.now()))
          .observe(document.querySelector('#events'), { childList: true });
      }); undefined`);
      const arrivedAt = await sendRating(rating);
      waits.push((await page.evaluate<number>('shown')) - arrivedAt);
    }
    const wait = waits.toSorted((one, other) => one - other)[3] ?? Number.NaN;
    const ratio = POLL_MILLISECONDS / 2 / wait;
    process.stdout.write(
      `From the webhook to the page: ${wait.toFixed(1)} ms, the median of ${waits.length}. ` +
        `A poll each ${POLL_MILLISECONDS} ms takes ${POLL_MILLISECONDS / 2} ms: ${ratio.toFixed(0)} times as long.\n`,
    );
    expect(waits).toHaveLength(7);
  });

  it('is still connected after a restart of the club', async () => {
    const { facts, redirectUri, serviceAddress, clock, warn, address } = club();
    const dataDirectory = inject('dataDirectory');
    const options = { facts, redirectUri, serviceAddress, clock, warn, dataDirectory };
    const next = await buildApp(createClub(options));
    onTestFinished(() => next.close());
    const cookie = connected.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const headers = { host: new URL(address).host, cookie };
    const response = await next.inject({ url: '/player', headers });
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('<h1>Mike Brennan</h1>');
  });

  testRows([
    '/',
    '/player',
    '/leaderboard',
    '/opponents',
    '/club-night',
    '/tournament',
    '/deliveries',
  ])(
    'loads each page in less than 60 kB compressed, only from the club, and without scripts',
    async (path) => {
      const page = await open(path, { javaScriptEnabled: false });
      expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
      const html = await page.content();
      const loaded = [...html.matchAll(/(?:src|rel="(?:icon|stylesheet)" href)="([^"]+)"/g)];
      const texts = await Promise.all(
        loaded.map(async ([, file = '']) => {
          expect(file).toMatch(/^\/[a-z]/);
          return await (await fetch(new URL(file, club().address))).text();
        }),
      );
      const weights = [html, ...texts].map((text) => gzipSync(text).length);
      expect(weights.reduce((sum, weight) => sum + weight)).toBeLessThan(MAX_PAGE_WEIGHT);
    },
  );

  testRows(pictures)(
    'finds the headings of the pictures in the README',
    async ({ of, path, shows }) => {
      const origin = of === 'club' ? club().address : new URL(club().serviceAddress).origin;
      const page = await open(new URL(path, origin).href);
      for (const name of shows) await page.getByRole('heading', { name }).first().waitFor();
    },
  );
});

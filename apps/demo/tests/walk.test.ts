import { type Page, UserAgent } from '@partner-rating/browser';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { useRunningClub } from '../src/testing/running-club.ts';

const ratingOn = (page: Page) => /<p class="figure">([\d.]+)<\/p>/.exec(page.html)?.[1];
const newBrowser = () => new UserAgent({ followsToOtherOrigins: true });

describe('a player at Courtside Club', () => {
  const club = useRunningClub();

  async function connect(browser: UserAgent, decision = 'allow'): Promise<Page> {
    const { address, facts } = club();
    const { email, password } = facts.member;
    const logIn = await browser.follow(await browser.open(address), 'Connect your rating');
    expect(new URL(logIn.url).port).not.toBe(new URL(address).port);
    const consent = await browser.submit(logIn, '/connect/log-in', { email, password });
    expect(consent.html).toContain('Courtside Club');
    return await browser.submit(consent, '/connect/consent', { decision });
  }

  /** Reloads the page until it shows an event with the sentence; returns the item of the event. */
  async function waitForEvent(
    browser: UserAgent,
    { url }: Page,
    sentence: string,
  ): Promise<string> {
    for (;;) {
      const { html } = await browser.open(url);
      const items = html.match(/<li data-number[\s\S]*?<\/li>/g) ?? [];
      const found = items.find((item) => item.includes(sentence));
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  it('is not connected by refusing', async () => {
    const browser = newBrowser();
    const refused = await connect(browser, 'deny');
    expect(refused.status).toBe(200);
    expect(refused.html).toContain('You are not connected');
    expect((await browser.open(`${club().address}/player`)).url).toBe(`${club().address}/`);
  });

  it('connects, reads the rating, reports a match, sees it move, and a verified webhook', async () => {
    const browser = newBrowser();
    const connected = await connect(browser);
    expect(connected.url).toBe(`${club().address}/player`);
    expect(connected.html).toContain(club().facts.member.name);
    const before = ratingOn(connected);
    expect(before).toMatch(/^\d\.\d{3}$/);

    const reported = await browser.submit(connected, '/matches');
    expect(reported.url).toMatch(/\/matches\/[0-9a-f-]{36}$/);
    const [own] = /<tr class="own">[\s\S]*?<\/tr>/.exec(reported.html) ?? [];
    const [from, to] = [...(own ?? '').matchAll(/\d\.\d{3}(?=<\/)/g)].map(([text]) => text);
    expect(from).toBe(before);
    expect(Number(to)).toBeGreaterThan(Number(before));

    const event = await waitForEvent(browser, reported, `Pickleball: ${from} → ${to}`);
    expect(event).toContain('Signature verified');
    expect(ratingOn(await browser.open(connected.url))).toBe(to);
    for (const { headers, body } of club().events.after(0)) {
      const webhook = new Webhook(club().registration.secret() ?? '');
      expect(() => webhook.verify(body, headers)).not.toThrow();
    }
  });

  it('sends the form twice and it counts once', async () => {
    const browser = newBrowser();
    const page = await connect(browser);
    const first = await browser.submit(page, '/matches');
    const rating = ratingOn(await browser.open(page.url));
    const second = await browser.submit(page, '/matches');
    expect(second.url).toBe(first.url);
    expect(ratingOn(await browser.open(page.url))).toBe(rating);
  });

  it('plays singles too', async () => {
    const browser = newBrowser();
    const page = await connect(browser);
    const reported = await browser.submit(page, '/matches', {
      sport: 'padel',
      format: 'singles',
      'game-1': '4',
      'game-1-other': '6',
      'game-2': '5',
      'game-2-other': '7',
    });
    expect(reported.html).toContain('You lost against');
    expect(reported.html).toContain('4–6, 5–7');
  });

  it('sees at each field what the service refuses', async () => {
    const browser = newBrowser();
    const page = await connect(browser);
    const [partner] = club().facts.otherMembers;
    const refused = await browser.submit(page, '/matches', {
      opponent: partner?.id ?? '',
      'game-2': '7',
    });
    expect(refused.status).toBe(422);
    expect(refused.html).toMatch(/<a href="#opponent">Opponent: [^<]+/);
    expect(refused.html).toMatch(/<a href="#game-2">Game 2: The winner has 7 points[^<]+/);
    expect(refused.html).toMatch(/<input id="game-2"[^>]*value="7" aria-invalid="true"/);
    const fixed = await browser.submit(refused, '/matches', {
      opponent: club().facts.otherMembers[1]?.id ?? '',
      'game-2': '11',
      'game-2-other': '4',
    });
    expect(fixed.url).toMatch(/\/matches\//);
  });

  it('may load the callback again', async () => {
    const browser = newBrowser();
    await connect(browser);
    const again = await browser.open(`${club().address}/callback?code=prc_used&state=used`);
    expect(again.url).toBe(`${club().address}/player`);
  });

  it('leaves, and the session ends', async () => {
    const browser = newBrowser();
    const page = await connect(browser);
    const home = await browser.submit(page, '/leave');
    expect(home.html).toContain('Connect your rating');
    expect((await browser.open(`${club().address}/player`)).url).toBe(`${club().address}/`);
    expect((await browser.open(`${club().address}/events`)).status).toBe(401);
  });
});

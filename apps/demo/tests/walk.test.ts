import { type Page, UserAgent } from '@partner-rating/browser';
import { testRows } from '@partner-rating/table-tests';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { useRunningClub } from '../src/testing/running-club.ts';

const ratingOn = (page: Page) => /<p class="figure"[^>]*>([\d.]+)<\/p>/.exec(page.html)?.[1];
/** A loss always moves the rating. An expected win may not. */
const lost = (score: string) => ({
  'game-1': score,
  'game-1-other': '11',
  'game-2': '5',
  'game-2-other': '11',
});
const newBrowser = () => new UserAgent({ followsToOtherOrigins: true });

describe('a player at Courtside Club', () => {
  const club = useRunningClub();

  async function connect(browser: UserAgent, decision = 'allow', scope?: string[]): Promise<Page> {
    const { address, facts } = club();
    const { email, password } = facts.member;
    const logIn = await browser.follow(await browser.open(address), 'Connect your rating');
    expect(new URL(logIn.url).port).not.toBe(new URL(address).port);
    const consent = await browser.submit(logIn, '/connect/log-in', { email, password });
    expect(consent.html).toContain('Courtside Club');
    return await browser.submit(consent, '/connect/consent', { decision, ...(scope && { scope }) });
  }

  /** Reloads the page until it shows an event with the sentence; returns the item of the event. */
  async function waitForEvent(
    browser: UserAgent,
    { url }: Page,
    sentence: string,
  ): Promise<string> {
    for (;;) {
      const { html } = await browser.open(url);
      const items = html.match(/<li data-id[\s\S]*?<\/li>/g) ?? [];
      const found = items.find((item) => item.includes(sentence));
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  it('is not connected after refusing', async () => {
    const browser = newBrowser();
    const refused = await connect(browser, 'deny');
    expect(refused.status).toBe(200);
    expect(refused.html).toContain('You are not connected');
    expect((await browser.open(`${club().address}/player`)).url).toBe(`${club().address}/`);
  });

  it('connects, reads the rating, reports a match, and sees the new rating and a verified webhook', async () => {
    const browser = newBrowser();
    const connected = await connect(browser);
    expect(connected.url).toBe(`${club().address}/player`);
    expect(connected.html).toContain(club().facts.member.name);
    const before = ratingOn(connected);
    expect(before).toMatch(/^\d\.\d{3}$/);

    const reported = await browser.submit(connected, '/matches', lost('9'));
    expect(reported.url).toMatch(/\/matches\/[0-9a-f-]{36}$/);
    const [own] = /<tr class="own">[\s\S]*?<\/tr>/.exec(reported.html) ?? [];
    const [from, to] = [...(own ?? '').matchAll(/\d\.\d{3}(?=<\/)/g)].map(([text]) => text);
    expect(from).toBe(before);
    expect(Number(to)).toBeLessThan(Number(before));

    const event = await waitForEvent(browser, reported, `Pickleball: ${from} → ${to}`);
    expect(event).toContain('Signature verified');
    expect(ratingOn(await browser.open(connected.url))).toBe(to);
    for (const { headers, body } of club().events.after()) {
      const webhook = new Webhook(club().registration.secret() ?? '');
      expect(() => webhook.verify(body, headers)).not.toThrow();
    }
  });

  it('sends the form twice, and the match counts once', async () => {
    const browser = newBrowser();
    const page = await connect(browser);
    const first = await browser.submit(page, '/matches');
    const rating = ratingOn(await browser.open(page.url));
    const second = await browser.submit(page, '/matches');
    expect(second.url).toBe(first.url);
    expect(ratingOn(await browser.open(page.url))).toBe(rating);
  });

  it('can correct the scores after a match was refused as reported before', async () => {
    const browser = newBrowser();
    const page = await connect(browser);
    await browser.submit(page, '/matches', lost('6'));
    const refused = await browser.submit(await browser.open(page.url), '/matches', lost('6'));
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('A match with the same players and scores was already reported');
    const corrected = await browser.submit(refused, '/matches', { 'game-1': '4' });
    expect(corrected.url).toMatch(/\/matches\/[0-9a-f-]{36}$/);
    expect(corrected.html).toContain('4–11, 5–11');
  });

  it('can report singles', async () => {
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

  it('sees the errors of the service at their fields', async () => {
    const browser = newBrowser();
    const page = await connect(browser);
    const [partner] = club().facts.otherMembers;
    const refused = await browser.submit(page, '/matches', {
      opponent: partner?.id ?? '',
      'game-2': '7',
    });
    expect(refused.status).toBe(422);
    expect(refused.html).toMatch(
      /<a href="#opponent">Opponent: This player is in the match twice[^<]+/,
    );
    expect(refused.html).toMatch(
      /<a href="#game-2">Game 2: The score of the winner is too low[^<]+/,
    );
    expect(refused.html).toMatch(/<input id="game-2"[^>]*value="7" aria-invalid="true"/);
    const fixed = await browser.submit(refused, '/matches', {
      opponent: club().facts.otherMembers[1]?.id ?? '',
      'game-2': '11',
      'game-2-other': '4',
    });
    expect(fixed.url).toMatch(/\/matches\//);
  });

  it('voids a match, and everybody has the earlier rating', async () => {
    const browser = newBrowser();
    const page = await connect(browser);
    const before = ratingOn(page);
    const reported = await browser.submit(page, '/matches', lost('8'));
    expect(Number(ratingOn(await browser.open(page.url)))).toBeLessThan(Number(before));
    const voided = await browser.submit(reported, '/void');
    expect(voided.html).toContain('The match is void');
    expect(voided.html).toContain('Ratings without the match');
    expect(voided.html).not.toContain('Void the match');
    expect(ratingOn(await browser.open(page.url))).toBe(before);
  });

  it('sees the history of the rating as a chart and as a table', async () => {
    const { html } = await connect(newBrowser());
    expect(html).toMatch(/<polyline class="line" points="[\d., ]{100,}"/);
    const [, newest] = /rating after each match[\s\S]*?<td>([\d.]+)<\/td>/.exec(html) ?? [];
    expect(newest).toBe(/<p class="figure"[^>]*>([\d.]+)</.exec(html)?.[1]);
  });

  it('is on the leaderboard only of sports that the player has played', async () => {
    const browser = newBrowser();
    const { url } = await connect(browser);
    const board = await browser.open(new URL('/leaderboard?sport=pickleball', url).href);
    expect(board.html).toMatch(/You are number \d+ of \d+/);
    expect(board.html.match(/class="own"/g)).toHaveLength(1);
    const other = await browser.open(new URL('/leaderboard?sport=tennis', url).href);
    expect(other.html).toContain('You are not on this leaderboard');
  });

  it('finds opponents near the own rating and by name, the most even match first', async () => {
    const browser = newBrowser();
    const { url } = await connect(browser);
    const { html } = await browser.open(new URL('/opponents', url).href);
    const odds = [...html.matchAll(/You win (\d+)%/g)].map(([, chance]) => Number(chance));
    const distances = odds.map((chance) => Math.abs(chance - 50));
    expect(odds.length).toBeGreaterThan(5);
    expect(distances).toEqual(distances.toSorted((one, other) => one - other));

    const named = await browser.open(
      new URL('/opponents?name=Greta+Winther&sport=padel', url).href,
    );
    expect(named.html).toContain('One opponent');
    expect(named.html).toContain('Greta W');
    const [, shown] = /You win (\d+)%/.exec(named.html) ?? [];
    const predicted = await predictedAgainst('Greta Winther');
    expect(Math.abs(Number(shown) - 100 * predicted)).toBeLessThan(1);
    const nobody = await browser.open(new URL('/opponents?name=%3Cb%3Enobody', url).href);
    expect(nobody.html).toContain('No players found');
    expect(nobody.html).toContain('value="&lt;b&gt;nobody"');
  });

  /** Returns the service's prediction of the match that the page shows. */
  async function predictedAgainst(name: string): Promise<number> {
    const { client, facts } = club();
    const { players } = await client.members.search({ sport: ['padel'], name });
    const teams = [facts.member, ...players].map(({ id }) => [id]);
    const asked = { sport: 'padel', winScore: 6, winBy: 2, bestOf: 3 as const };
    const { predictions } = await client.matches.predict({ ...asked, matches: [{ teams }] });
    return predictions[0]?.winProbability[0] ?? Number.NaN;
  }

  it('finds opponents without odds if the player does not share the rating', async () => {
    const browser = newBrowser();
    const { url } = await connect(browser, 'allow', ['user:match:submit']);
    const page = await browser.open(new URL('/opponents', url).href);
    expect(page.status).toBe(200);
    expect(page.html).toContain('You did not allow the club to read your rating');
    expect(page.html).toContain('12 opponents');
    expect(page.html).not.toContain('You win ');
  });

  testRows([4, 8, 12, 16])('makes fair doubles with each player on one court', async (size) => {
    const browser = newBrowser();
    const { url } = await connect(browser);
    const { member, otherMembers } = club().facts;
    const players = [member, ...otherMembers].slice(0, size);
    const query = players.map(({ id }) => `player=${id}`).join('&');
    const { html } = await browser.open(new URL(`/club-night?${query}`, url).href);
    const [fairest = ''] = /<ol class="courts">[\s\S]*?<\/ol>/.exec(html) ?? [];
    expect(fairest.match(/<h3>Court/g)).toHaveLength(size / 4);
    for (const { name } of players) {
      expect(fairest.split(name.replace("'", '&#39;'))).toHaveLength(2);
    }
  });

  it('sees why six players make no doubles', async () => {
    const browser = newBrowser();
    const { url } = await connect(browser);
    const query = club().facts.otherMembers.slice(0, 6);
    const address = `/club-night?${query.map(({ id }) => `player=${id}`).join('&')}`;
    const refused = await browser.open(new URL(address, url).href);
    expect(refused.status).toBe(422);
    expect(refused.html).toMatch(/id="errors"[\s\S]*<li>Choose 4, 8, 12, or 16 players\.<\/li>/);
  });

  it('checks and imports results, and sees who each person is', async () => {
    const browser = newBrowser();
    const { url } = await connect(browser);
    const form = await browser.open(new URL('/tournament', url).href);
    const [one, other] = club().facts.otherMembers;
    const typed = `${one?.name} & Robin Newcomer vs ${other?.name} & Sam Visitor 11-8 11-6`;
    expect(form.html).toContain(typed.replaceAll('&', '&amp;').replaceAll("'", '&#39;'));
    const checked = await browser.submit(form, '/tournament', { act: 'check', results: typed });
    expect(checked.html).toContain('Result of the check');
    const imported = await browser.submit(checked, '/tournament', {
      act: 'import',
      results: typed,
    });
    expect(imported.html).toContain('Result of the import');
    expect(imported.html).toContain('only one member has this name');
    expect(imported.html).toContain('no member matches; the player can claim the result later');
    expect(imported.html).toContain('2 of 4 players have not consented yet');
    const again = await browser.submit(imported, '/tournament', { act: 'import', results: typed });
    expect(again.html).toContain('Reported before, so it counts only once.');

    const results = 'nobody at all\n<b>A B</b> vs C D 11-11';
    const refused = await browser.submit(form, '/tournament', { act: 'import', results });
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('Line 1: write it as');
    expect(refused.html).not.toContain('<b>');
  });

  it('sees the body of each webhook as the service recorded it', async () => {
    const browser = newBrowser();
    const page = await connect(browser);
    const reported = await browser.submit(page, '/matches', lost('7'));
    await waitForEvent(browser, reported, 'Pickleball: ');
    const deliveries = async () => (await browser.open(new URL('/deliveries', page.url).href)).html;
    // The service records a delivery after the club has answered.
    await expect.poll(deliveries).toContain('answered 204, 1 attempt');
    expect(await deliveries()).toContain('&quot;type&quot;: &quot;rating.updated&quot;');
  });

  it('can reload the callback', async () => {
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
    expect((await browser.open(`${club().address}/live`)).status).toBe(204);
  });
});

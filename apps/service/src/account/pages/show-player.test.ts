import { testRows } from '@partner-rating/table-tests';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { changeDiscovery } from '../../members/change-discovery.ts';
import {
  connect,
  makePlayer,
  noticeOn,
  openAccount,
  openMatches,
  textOf,
} from '../testing/account.ts';
import { playSeason } from '../testing/matches.ts';

const MATCHES = 45;

const linkOn = ({ body }: LightMyRequestResponse, text: string) =>
  new RegExp(`href="([^"]+)">${text}<`).exec(body)?.[1] ?? null;
const matchesOn = ({ body }: LightMyRequestResponse) =>
  [...body.matchAll(/name="match" value="([^"]+)"/g)].map(([, id]) => id);

describe('the game of a player on their account', () => {
  const flow = useConnectFlow();
  let matchIds: string[];
  /** Logs in as the player and opens a page of the account. */
  const open = async (address: string) => await (await openAccount(flow())).browser.open(address);
  const setDiscoverable = async (memberId: string, isDiscoverable: boolean) => {
    const change = { memberId, isDiscoverable, actor: 'player' } as const;
    await changeDiscovery(flow().dependencies, change);
  };

  beforeAll(async () => {
    matchIds = await playSeason(flow(), { matches: MATCHES });
    await playSeason(flow(), { matches: 2, before: 60, sport: 'table-tennis' });
  });

  it('has each sport with its rating, the most played first, with the numbers of the API', async () => {
    const { access_token } = await connect(flow());
    const member = await flow().app.inject({
      url: '/api/v1/partner/member',
      headers: { authorization: `Bearer ${access_token}` },
    });
    const { R, reliability, games } = member.json().sport.pickleball;
    const { page } = await openAccount(flow());
    expect(textOf(page)).toContain(
      `Solid: ${100 * reliability}% reliable, from ${games} games Singles ${R.toFixed(3)} Likely`,
    );
    expect(textOf(page)).toMatch(new RegExp(`Pickleball ${R.toFixed(3)} likely \\d\\.\\d\\d–`));
    expect(page.body.indexOf('id="pickleball"')).toBeLessThan(
      page.body.indexOf('id="table-tennis"'),
    );
  });

  it('shows their ranks, or says which leaderboards list a hidden player', async () => {
    const { page } = await openAccount(flow());
    expect(textOf(page)).toMatch(/Everywhere (1st|2nd) of 2/);
    const { memberId } = flow().player;
    await setDiscoverable(memberId, false);
    const hidden = textOf((await openAccount(flow())).page);
    expect(hidden).toContain(
      'Only applications that you let see your ratings have you on their leaderboards',
    );
    expect(hidden).not.toContain('Everywhere');
    await setDiscoverable(memberId, true);
  });

  it('has their record, form and streak, and their opponents', async () => {
    const text = textOf((await openAccount(flow())).page);
    expect(text).toContain('Wins and losses 30 won, 15 lost');
    expect(text).toContain('Now 2 wins in a row Longest winning streak 2 wins');
    expect(text).toMatch(/Form, the latest last( [WL] (Won|Lost)){10}/);
    expect(text).toContain('Most played against Priya N. 30–15');
    expect(text).toMatch(/Best win Against Priya N\. , rated \d\.\d{3} today/);
  });

  it('has a chart with a description and a table', async () => {
    const { page } = await openAccount(flow());
    expect(page.body).toMatch(
      /<title id="pickleball-chart-title">Pickleball rating since 28 July 2026</,
    );
    expect(page.body).toMatch(/<desc [^>]+>It was \d\.\d{3} then and is \d\.\d{3} now, between/);
    expect(textOf(page)).toMatch(
      /After a match Rating Change Likely 10 September 2026 \d\.\d{3} [+−]0\.\d{3} \d\.\d\d–\d\.\d\d/,
    );
  });

  testRows([
    ['3-months', '3 months'],
    ['1-year', '1 year'],
    ['all', 'All'],
    ['toString', 'All'],
  ])('shows the charts of the requested range', async (range, label) => {
    const { body } = await open(`/account?range=${range}`);
    expect(body).toContain(`aria-current="true">${label}<`);
  });

  it('begins no chart before its range', async () => {
    flow().advance(60 * 86_400);
    const { body } = await open('/account?range=3-months');
    // In 45 days of matches, the first ones are more than 91 days ago.
    expect(body).toContain('Pickleball rating since 12 August 2026');
    flow().advance(-60 * 86_400);
  });

  it('has every match once, the most recent first, on several pages', async () => {
    const { browser, page } = await openAccount(flow());
    const found: (string | undefined)[] = [];
    for (let address = linkOn(page, 'All your matches'); address !== null; ) {
      const matches = await browser.open(address);
      found.push(...matchesOn(matches));
      address = linkOn(matches, 'Show earlier matches');
    }
    expect(found).toHaveLength(MATCHES + 2);
    expect(found.filter((id) => matchIds.includes(id ?? ''))).toEqual(matchIds.toReversed());
  });

  it('says of a match what was expected, what happened, and its effect on the rating', async () => {
    const { body } = await open(`/account/matches?before=${matchIds.at(-1)}`);
    const [first = ''] = body.split('<li class="result">').slice(1);
    const text = first.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
    expect(text).toContain('Won 11–4, 11–9');
    expect(text).toContain('against Priya N.');
    expect(text).toMatch(/\+0\.\d{3} from \d\.\d{3} to \d\.\d{3}/);
    expect(text).toContain('You did better than expected, so your rating rose.');
    expect(text).toMatch(
      /Won 2 of 2 games, \d\d% expected Scored 63% of the points, \d\d% expected Pickleball, .+ Reported by Rally League/,
    );
  });

  it('has matches that add up to the rating: each continues from the one before', async () => {
    const { body } = await open('/account/matches');
    const moves = [...body.matchAll(/from (\d\.\d{3})<\/span> to (\d\.\d{3})/g)];
    expect(moves.length).toBeGreaterThan(10);
    for (const [index, [, before]] of moves.entries()) {
      if (index + 1 < moves.length) expect(moves[index + 1]?.[2]).toBe(before);
    }
  });

  it('hides what was expected if that would reveal a hidden rating', async () => {
    const { memberId } = flow().otherPlayer;
    await setDiscoverable(memberId, false);
    const page = textOf(await open('/account/matches'));
    expect(page).toContain('Won 2 of 2 games Scored 63% of the points Pickleball');
    expect(page).not.toContain('% expected');
    await setDiscoverable(memberId, true);
  });

  it('accepts an answer to a match, and returns to the page of the form', async () => {
    const { browser } = await openAccount(flow());
    const address = `/account/matches?before=${matchIds[20]}`;
    const page = await browser.open(address);
    const match = matchesOn(page)[0] ?? '';
    const answer = await browser.submit(page, '/account/results', {
      match,
      answer: 'dispute',
      reason: 'other',
    });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, address]);
    const after = await browser.follow(answer);
    expect(noticeOn(after)).toContain('wrong');
    expect(textOf(after)).toContain('You said it is wrong');
  });

  testRows(['https://evil.example/', '/account/erase', '/account/matches?before=mat_1&x=//evil'])(
    'redirects to the matches if a form names another page',
    async (from) => {
      const { browser, page } = await openMatches(flow());
      const answer = await browser.submit(page, '/account/results', { from, answer: 'none' });
      expect(answer.headers.location).toBe('/account/matches');
    },
  );

  testRows(['mat_01k4yh2c9f3v7b1r5x8z6k2a0d', 'nonsense', ''])(
    'is the first page after an unknown match',
    async (before) => {
      const page = await open(`/account/matches?before=${before}`);
      expect(matchesOn(page)).toContain(matchIds.at(-1));
    },
  );

  it('keeps a result that the player calls wrong in the record while it counts', async () => {
    const { database, player } = flow();
    const now = flow().dependencies.clock();
    const record = async () =>
      /Wins and losses \d+ won, \d+ lost/.exec(textOf((await openAccount(flow())).page))?.[0];
    const before = await record();
    expect(before).toBeDefined();
    await sql`
      insert into match_response (arrival, member_number, response, created_at)
      select match.arrival, member.member_number, 'disputed', ${now}::timestamptz
      from match, member
      where match.id = ${matchIds.at(-1)} and member.id = ${player.memberId}
    `.execute(database);
    expect(await record()).toBe(before);
  });

  it('shows no best win over players whose ratings are hidden', async () => {
    const { memberId } = flow().otherPlayer;
    expect(textOf((await openAccount(flow())).page)).toContain('Best win');
    await setDiscoverable(memberId, false);
    expect(textOf((await openAccount(flow())).page)).not.toContain('Best win');
    await setDiscoverable(memberId, true);
  });

  it('has no rating and no match for a new player', async () => {
    const newcomer = await makePlayer(flow(), 'new@example.com');
    const { browser, page } = await openAccount(flow(), newcomer);
    expect(textOf(page)).toContain('Your ratings You have none yet.');
    expect(textOf(await browser.open('/account/matches'))).toContain(
      'Nobody has reported a result of yours yet.',
    );
  });
});

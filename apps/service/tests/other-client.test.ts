import { testRows } from '@partner-rating/table-tests';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useConnectFlow } from '../src/connect/testing/connect-flow.ts';
import { exchangeJson, obtainCode, validQuery } from '../src/connect/testing/journeys.ts';
import { createKey, DEFAULT_KEY_SCOPES } from '../src/console/actions/keys.ts';
import { rate } from '../src/leaderboards/testing/players.ts';
import { openWebhookReceiver } from '../src/testing/webhook-receiver.ts';

/*
 * The requests of the public client of a similar service, exactly as it sends them, and the fields of the
 * responses that it reads. It works unchanged, except for contradictions to the specification: it reads `rating` where
 * the specification has `R`, and the `scope` of tokens as one text although that is an array.
 */
const receiver = await openWebhookReceiver();

afterAll(receiver.close);

const environment = { WEBHOOK_PRIVATE_TARGETS: receiver.target };

const flow = useConnectFlow({ environment });

const scope = 'user:profile:read user:rating:read user:match:submit user:webhook:subscribe';

interface Known {
  id: string;
  number: number;
  other: string;
}

type Sent = string | { path: string; body: object };

let known: Known;

let apiKey: string;

beforeAll(async () => {
  const { player, otherPlayer, database, dependencies, partner } = flow();
  const scopes = [...DEFAULT_KEY_SCOPES, 'key:tournament:import'] as const;
  ({ apiKey } = await createKey(dependencies, { clientId: partner.clientId, scopes }));
  const code = await obtainCode(flow(), { ...validQuery(flow()), scope });
  expect((await exchangeJson(flow(), code)).statusCode).toBe(200);
  known = { id: player.memberId, number: player.memberNumber, other: otherPlayer.memberId };
  await database
    .updateTable('member')
    .set({
      city: 'Austin',
      city_folded: 'austin',
      state: 'TX',
      country: 'US',
      zip: '78701',
      gender: 'MALE',
    })
    .execute();
  for (const bracket of ['overall-open', 'doubles-open']) {
    await rate(database, known.id, { rating: 4.2, bracket });
    await rate(database, known.other, { rating: 3.9, bracket });
  }
  await ask({ path: '/partner/webhook-endpoints', body: { url: receiver.url } });
});

/** A path is read. A body is posted. */
async function ask(sent: Sent) {
  const { path, body } = typeof sent === 'string' ? { path: sent, body: undefined } : sent;
  const options: InjectOptions = {
    method: body === undefined ? 'GET' : 'POST',
    url: `/api/v1${path}`,
    headers: { 'x-api-key': apiKey, accept: 'application/json' },
    ...(body !== undefined && { payload: body }),
  };
  const response = await flow().app.inject(options);
  return { status: response.statusCode, body: response.json() };
}

const search = (query: string) => `/partner/search?${query}&limit=20&offset=0`;

const board = (query = '') => `/leaderboard?limit=50&offset=0${query}`;

const rank = (playerId: string, more: object = {}) => ({
  path: '/leaderboard/rank',
  body: {
    playerId,
    ...{ category: 'doubles', ageBracket: 'open', scope: 'global', contextSize: 5 },
    ...more,
  },
});

const batch = ({ id, other }: Known, more: object = {}) => ({
  path: '/partner/matches',
  body: {
    ...{ sport: 'pickleball', winScore: 11, winBy: 2, matchDate: '2026-09-12T09:00:00Z' },
    ...{
      bracket: 'Open',
      event: 'Ladder',
      location: 'Austin',
      identifier: 'evening',
      dryRun: true,
    },
    matches: [
      {
        identifier: 'court-1',
        teams: [[id], [other]],
        games: [
          { scores: [11, 8], identifier: 'g1' },
          { scores: [12, 10], winScore: 11, winBy: 2 },
        ],
      },
    ],
    ...more,
  },
});

const member = ['memberId', 'displayName', 'status', 'sport'];

const wholeMember = [...member, 'id', 'firstName', 'lastName', 'fullName', 'grantedScopes'];

describe('the client of another service works', () => {
  testRows<[call: string, sent: (known: Known) => Sent, reads: string[]]>([
    ['members.get', ({ id }) => `/partner/member?memberId=${id}`, wholeMember],
    [
      'members.get of sports',
      ({ id }) => `/partner/member?memberId=${id}&sport=pickleball%2Cpadel`,
      wholeMember,
    ],
    [
      'members.getBulk',
      ({ number }) => `/partner/members?ids=${number}&sport=padel`,
      ['0.memberId'],
    ],
    ['members.ratingUpdates', () => '/partner/rating-updates', ['updates']],
    [
      'oauth.availableScopes',
      () => '/partner/oauth/scopes',
      ['scopes.0.name', 'scopes.0.description'],
    ],
    [
      'matches.submit',
      (all) => batch(all),
      ['success', 'numMatches', 'numGames', 'dryRun', 'message'],
    ],
    [
      'matches.tournamentImport',
      () => ({
        path: '/partner/tournament-import',
        body: {
          ...{ sport: 'pickleball', winScore: 11, winBy: 2, dryRun: true },
          tournament: { name: 'Open', startDate: '2026-09-12' },
          matches: [
            {
              identifier: 'final',
              teams: [
                [{ firstName: 'Ana', lastName: 'Ruiz' }],
                [{ firstName: 'Li', lastName: 'Wei' }],
              ],
              games: [{ scores: [11, 4] }],
            },
          ],
        },
      }),
      [
        ...['success', 'matchesImported', 'gamesRecorded', 'ghostPlayersCreated'],
        ...['existingPlayersMatched', 'dryRun', 'message'],
      ],
    ],
    [
      'matches.testWebhook',
      () => ({ path: '/partner/webhook-test', body: { webhookUrl: receiver.url } }),
      ['delivered'],
    ],
    [
      'webhooks.deliveries',
      () => '/partner/webhook-deliveries?event=rating.updated&status=failed&limit=10&offset=0',
      ['deliveries', 'total'],
    ],
    ['leaderboard.list', () => board(), ['players.0.rank', 'players.0.displayName', 'total']],
    [
      'leaderboard.list with filters',
      () =>
        board(
          '&category=overall&ageBracket=open&scope=state&state=TX&gender=MALE&minGames=3&search=Mike',
        ),
      ['players.0.rank', 'total'],
    ],
    [
      'leaderboard.list of verified players',
      () => board('&verifiedOnly=true'),
      ['players', 'total'],
    ],
    ['leaderboard.list of a city without a scope', () => board('&city=Austin'), ['players.0.rank']],
    ['leaderboard.rank', ({ id }) => rank(id), ['rank', 'percentile']],
    [
      'leaderboard.rank in a city',
      ({ number }) => rank(String(number), { scope: 'city', state: 'TX', city: 'Austin' }),
      ['rank', 'percentile'],
    ],
    ['leaderboard.categories', () => '/leaderboard/categories', ['categories', 'ageBrackets']],
    ['usage', () => '/partner/usage', ['requests']],
  ])('in every operation', async (_, sent, reads) => {
    const { status, body } = await ask(sent(known));
    expect([status, body.errors]).toEqual([200, undefined]);
    for (const field of reads) expect(body, field).toHaveProperty(field);
  });

  testRows<[filters: string, query: (known: Known) => string, found: number]>([
    ['no filter', () => '', 2],
    ['a name', () => 'member=Mike+Brennan', 1],
    ['an unknown name', () => 'member=Xyzzy', 0],
    ['a member number', ({ number }) => `member=${number}`, 1],
    ['an identifier', ({ id }) => `member=${id}`, 1],
    ['a city', () => 'city=Austin&state=TX&country=US', 2],
    ['a postal code, of connected players', () => 'zip=78701', 1],
    ['a location', () => 'location=Austin%2C+TX', 2],
    ['an invalid location', () => 'location=Central+TX', 0],
    ['a location that contradicts the city', () => 'location=Waco%2C+TX&city=Austin', 0],
    ['a gender', () => 'gender=MALE', 2],
    ['verified players', () => 'vairified=true', 0],
    ['players without a wheelchair, of connected players', () => 'wheelchair=false', 1],
    ['ratings', () => 'rating1=4&rating2=4.5', 1],
    ['ratings of a sport', () => 'sport=padel&rating1=4', 0],
    ['an age, of connected players', () => 'ageFilterType=exact&age1=40', 0],
    ['a range of ages', () => 'ageFilterType=range&age1=35&age2=39', 0],
    ['a minimum age', () => 'ageFilterType=above&age1=50', 0],
    ['a maximum age', () => 'ageFilterType=below&age1=49', 0],
    ['an order by rating', () => 'sortField=rating&sortDirection=desc', 2],
    ['an order by name', () => 'sortField=name&sortDirection=asc', 2],
    ['an order by activity', () => 'sortField=activity', 2],
  ])('members.search by every filter', async (_, query, found) => {
    const { status, body } = await ask(search(query(known)));
    expect([status, body.errors, body.players?.length]).toEqual([200, undefined, found]);
    for (const player of body.players) {
      for (const field of member) expect(player).toHaveProperty(field);
    }
  });

  it('by name with a page of one, from which members.find uses the first', async () => {
    const { body } = await ask('/partner/search?member=Mike+Brennan&limit=1&offset=0');
    expect(body.players).toMatchObject([{ memberId: known.number }]);
  });

  it('oauth.authorize, exchangeToken, refresh, and revoke', async () => {
    const redirect_uri = flow().partner.redirectUri;
    const started = await ask({
      path: '/partner/oauth/authorize',
      body: {
        redirect_uri,
        scope: 'user:profile:read user:rating:read',
        state: 'Zk3v9QxT7uB2mR5s',
      },
    });
    expect(started).toMatchObject({
      status: 201,
      body: { authorization_url: expect.any(String), code: expect.any(String) },
    });
    const code = await obtainCode(flow(), { ...validQuery(flow()), scope });
    const first = await ask({
      path: '/partner/oauth/token',
      body: { grant_type: 'authorization_code', ...code },
    });
    const tokens = {
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_in: expect.any(Number),
      scope: scope.split(' '),
      player_id: known.id,
    };
    expect(first).toMatchObject({ status: 200, body: tokens });
    const { refresh_token } = first.body;
    const second = await ask({
      path: '/partner/oauth/refresh',
      body: { grant_type: 'refresh_token', refresh_token },
    });
    expect(second).toMatchObject({ status: 200, body: tokens });
    const ended = await ask({ path: '/partner/oauth/revoke', body: { player_id: known.id } });
    expect(ended).toMatchObject({ status: 200, body: { success: true } });
  });

  it('with a consent page, without PKCE', async () => {
    const query = new URLSearchParams({ ...validQuery(flow()), scope });
    const url = `/api/v1/partner/oauth/authorize?${query}`;
    expect((await flow().app.inject({ method: 'GET', url })).statusCode).toBe(200);
  });
});

describe('the client of another service is refused if it uses what this service does not have', () => {
  testRows<[call: string, sent: (known: Known) => Sent, error: [pointer: string, code: string]]>([
    ['a club of a board', () => board('&clubId=club_1'), ['/query/clubId', 'no_clubs']],
    ['a club of a rank', ({ id }) => rank(id, { clubId: 'club_1' }), ['/clubId', 'no_clubs']],
    [
      'a rank of the world in a state',
      ({ id }) => rank(id, { state: 'TX' }),
      ['/state', 'not_with_scope'],
    ],
    [
      'a player by number and city',
      ({ number }) => search(`member=${number}&city=Austin`),
      ['/query/member', 'not_with_filters'],
    ],
    [
      'ratings of two sports',
      () => search('sport=padel%2Ctennis&rating1=4'),
      ['/query/sport', 'one_sport'],
    ],
    [
      'the lowest ratings first',
      () => search('sortField=rating&sortDirection=asc'),
      ['/query/sortDirection', 'one_direction'],
    ],
    [
      'an identifier of the other service',
      () => '/partner/member?memberId=vair_mem_xxx',
      ['/query/memberId', 'pattern'],
    ],
    ['extras of a batch', (all) => batch(all, { extras: {} }), ['/extras', 'additionalProperties']],
    [
      'the origin of a batch',
      (all) => batch(all, { originalId: '5', originalType: 'league' }),
      ['/originalId', 'additionalProperties'],
    ],
    ['a club of a batch', (all) => batch(all, { clubId: 5 }), ['/clubId', 'additionalProperties']],
  ])('in every such call', async (_, sent, [pointer, code]) => {
    const { status, body } = await ask(sent(known));
    expect([status, body.code]).toEqual([400, 'validation_failed']);
    expect(body.errors).toContainEqual(expect.objectContaining({ pointer, code }));
  });
});

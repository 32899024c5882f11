import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FuzzFixture } from '../fixture.ts';
import type { WireRequest } from '../requests.ts';

/** A request to which the mock may respond differently, as the mock's README says. */
export interface Difference {
  operation: string;
  request: string;
  service: string;
  mock: string;
  reason: string;
}

const readme = fileURLToPath(
  new URL('README.md', import.meta.resolve('@partner-rating/mock/package.json')),
);

/** The table in the README. */
export async function differencesOfReadme(): Promise<Difference[]> {
  const text = await readFile(readme, 'utf8');
  const [, table = ''] = /<!-- differences -->\n([\s\S]*?)<!-- \/differences -->/.exec(text) ?? [];
  const [, , ...rows] = table.trim().split('\n');
  return rows.map((row) => {
    const [, operation = '', request = '', service = '', mock = '', reason = ''] = row
      .split('|')
      .map((cell) => cell.trim().replaceAll('`', ''));
    return { operation, request, service, mock, reason };
  });
}

type Make = (fixture: FuzzFixture) => WireRequest | Promise<WireRequest>;

/** Rows of the table about specific requests, by operation and request. */
export const madeByHand: { readonly [name: string]: Make } = {
  'members.get with a key that nobody was given': () => ({
    ...get('/partner/member?memberId=10482'),
    headers: { 'x-api-key': `prk_${'a'.repeat(43)}` },
  }),
  'members.get with an unknown player': (fixture) =>
    keyed(fixture, get('/partner/member?memberId=99999999')),
  'members.listMatches with a player who is not connected': (fixture) => {
    const references = fixture.known.MemberReference as string[];
    return keyed(fixture, get(`/partner/member/matches?memberId=${references[0]}`));
  },
  'leaderboard.list with a cursor of another list': (fixture) =>
    keyed(fixture, get(`/leaderboard?sport=pickleball&cursor=${fixture.known.cursor?.[0]}`)),
  'matches.submit with a score that ends no game': (fixture) => {
    const teams = (fixture.known.TeamPlayer as string[]).slice(0, 3).map((player) => [player]);
    const match = {
      identifier: 'open',
      teams: [teams[0], teams[2]],
      games: [{ scores: [11, 10] }],
    };
    const batch = { sport: 'pickleball', winScore: 11, winBy: 2, matches: [match] };
    return keyed(fixture, post('/partner/matches', batch));
  },
  'webhooks.createEndpoint with an address of a private network': (fixture) =>
    keyed(fixture, post('/partner/webhook-endpoints', { url: 'https://10.0.0.1/' })),
  'oauth.authorize with a redirect_uri that is not registered': (fixture) =>
    keyed(
      fixture,
      post('/partner/oauth/authorize', { redirect_uri: 'https://elsewhere.example/callback' }),
    ),
  'oauth.pushAuthorization with a redirect_uri that is not registered': (fixture) =>
    keyed(
      fixture,
      postForm('/partner/oauth/par', {
        response_type: 'code',
        redirect_uri: 'https://elsewhere.example/callback',
      }),
    ),
  'oauth.exchangeToken with a code that nobody was given': (fixture) =>
    keyed(
      fixture,
      post('/partner/oauth/token', {
        code: `prc_${'a'.repeat(43)}`,
        redirect_uri: String(fixture.known.redirect_uri?.[0]),
      }),
    ),
};

function get(target: string): WireRequest {
  return { method: 'GET', target, headers: {}, body: null };
}

function post(target: string, body: object): WireRequest {
  const headers = { 'content-type': 'application/json' };
  return { method: 'POST', target, headers, body: Buffer.from(JSON.stringify(body)) };
}

function postForm(target: string, fields: Record<string, string>): WireRequest {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = Buffer.from(new URLSearchParams(fields).toString());
  return { method: 'POST', target, headers, body };
}

function keyed({ apiKey }: FuzzFixture, wire: WireRequest): WireRequest {
  return { ...wire, headers: { ...wire.headers, 'x-api-key': apiKey } };
}

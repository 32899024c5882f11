import { allScopes } from '@partner-rating/service/src/connect/domain/scopes.ts';
import { pick } from '@partner-rating/service/src/platform/random.ts';
import { expectThat } from '../finding.ts';
import { browserOf, logIn } from '../world/browser.ts';
import { adoptGrant, learnTokens } from '../world/learn.ts';
import { post, sendAs } from '../world/network.ts';
import { PARTNERS, PLAYERS } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { type Action, choose, upTo } from './action.ts';

const AUTHORIZE = '/api/v1/partner/oauth/authorize';
const CODE_LIFETIME = 60_000;

const STARTS = ['address', 'authorize', 'push'] as const;

interface Connect {
  partner: number;
  player: number;
  /** The requested scopes, and those the player leaves selected. */
  asked: string[];
  ticked: string[];
  /** How the consent starts: by URL, or by a pushed request as JSON or as a form. */
  start: (typeof STARTS)[number];
  decision: 'allow' | 'deny';
  secondsToExchange: number;
  isExchangedTwice: boolean;
  /** Whether somebody else was logged in, or may have been. */
  logsOutFirst: boolean;
}

/** A player opens a partner's consent page and decides, and the partner fetches its tokens. */
export const connect: Action<Connect> = {
  weight: 14,
  operations: [
    'oauth.authorize',
    'oauth.pushAuthorization',
    'oauth.showAuthorization',
    'oauth.exchangeToken',
  ],
  pages: [
    ...['POST /connect/log-in', 'POST /connect/log-in/code'],
    ...['POST /connect/consent', 'POST /connect/log-out'],
  ],
  draw: (random) => ({
    partner: upTo(random, PARTNERS),
    player: upTo(random, PLAYERS),
    asked: allScopes.filter(() => random() < 0.8),
    ticked: allScopes.filter(() => random() < 0.8),
    start: pick(random, STARTS),
    decision: random() < 0.92 ? 'allow' : 'deny',
    secondsToExchange: pick(random, [0, 1, 1, 30, 90]),
    isExchangedTwice: random() < 0.1,
    logsOutFirst: random() < 0.05,
  }),
  play: async (world, data) => {
    const { partner, player, asked, ticked, decision } = data;
    const { model } = world;
    const { name: partnerName } = world.partner(partner);
    const { name } = world.player(player);
    const browser = browserOf(world, player);
    let page = await openRequest(world, data);
    if (page === null || page.statusCode >= 400) {
      expectThat(
        model.suspended.has(partner),
        () => `${partnerName} cannot start an authorization: ${page?.body}`,
      );
      return `${partnerName} is suspended and cannot ask ${name} to connect.`;
    }
    expectThat(
      !model.suspended.has(partner),
      () => `${partnerName} is suspended and asks players to connect.`,
    );
    if (data.logsOutFirst && page.body.includes('action="/connect/log-out"')) {
      page = await browser.follow(await browser.submit(page, '/connect/log-out', {}));
    }
    if (page.body.includes('action="/connect/log-in"')) {
      const redirect = await logIn(world, browser, { page, player, form: '/connect/log-in' });
      const isOut = model.locked.has(player) || model.erased.has(player);
      if (redirect.statusCode >= 400) {
        expectThat(isOut, () => `${name} cannot log in: ${redirect.statusCode}`);
        return `${name} cannot log in to connect ${partnerName}.`;
      }
      expectThat(!isOut, () => `${name} logged in to an account that is locked or erased.`);
      page = await browser.follow(redirect);
    }
    const before = model.grantOf(partner, player);
    const answer = await browser.submit(page, '/connect/consent', { decision, scope: ticked });
    if (answer.statusCode !== 303) {
      // The service crashed and the form was sent again, so the request is already used up.
      await adoptGrant(world, { partner, player, before, after: granted(asked, ticked) });
      return `${name} decides about ${partnerName} as the service dies.`;
    }
    const returned = new URL(String(answer.headers.location)).searchParams;
    if (decision === 'deny') {
      expectThat(returned.get('error') === 'access_denied', () => `A refusal gave ${returned}.`);
      return `${name} refuses ${partnerName}.`;
    }
    const scopes = granted(asked, ticked);
    model.grant(partner, player, scopes, world.time.now);
    const code = returned.get('code') ?? '';
    return await exchange(world, data, { code, scopes });
  },
};

/** The partner exchanges the code for tokens, sometimes too late or twice. */
async function exchange(
  world: World,
  data: Connect,
  { code, scopes }: { code: string; scopes: string[] },
): Promise<string> {
  const { partner, player } = data;
  const { model } = world;
  const { name: partnerName, redirectUri } = world.partner(partner);
  const { name, memberId } = world.player(player);
  await world.time.pass(data.secondsToExchange * 1_000 + 1);
  const payload = { code, redirect_uri: redirectUri };
  const crashes = world.crashes;
  const isLate = data.secondsToExchange * 1_000 >= CODE_LIFETIME;
  const tokens = await sendAs(world, partner, post('/api/v1/partner/oauth/token', payload));
  if (tokens.statusCode !== 200) {
    // If the service crashed, the code may already have been used.
    expectThat(isLate || world.crashes > crashes, () => `A code was refused: ${tokens.body}`);
    return `${name} connects ${partnerName}, which does not fetch its tokens in time.`;
  }
  expectThat(!isLate, () => 'A code was taken that had expired.');
  const family = learnTokens(world, { partner, player, memberId, scopes, body: tokens.json() });
  if (data.isExchangedTwice) {
    const again = await sendAs(world, partner, post('/api/v1/partner/oauth/token', payload));
    expectThat(again.statusCode === 400, () => `A code was taken twice: ${again.body}`);
    model.revokeWhere((token) => token.family === family);
  }
  const twice = data.isExchangedTwice
    ? ', and shows the code once more, which ends the tokens'
    : '';
  return `${name} grants ${partnerName} ${shortly(scopes)}, which fetches its tokens${twice}.`;
}

/**
 * A connected player withdraws one of the granted scopes, while tokens are valid and events are
 * pending.
 */
export const grantLess: Action<{ grant: number; scope: number }> = {
  weight: 2,
  operations: connect.operations ?? [],
  pages: connect.pages ?? [],
  draw: (random) => ({ grant: upTo(random, 1_000), scope: upTo(random, 6) }),
  play: async (world, { grant: number, scope }) => {
    const grant = choose(world.model.grantsNow(), number);
    if (grant === undefined) return 'Nobody is connected who could grant less.';
    const { partner, player, scopes } = grant;
    const withdrawn = choose(scopes, scope);
    const left = scopes.filter((one) => one !== withdrawn);
    return await connect.play(world, {
      ...{ partner, player, asked: left, ticked: left, start: 'address', decision: 'allow' },
      ...{ secondsToExchange: 1, isExchangedTwice: false, logsOutFirst: false },
    });
  },
};

async function openRequest(world: World, { partner, player, asked, start }: Connect) {
  const { clientId, redirectUri } = world.partner(partner);
  const browser = browserOf(world, player);
  const scope = asked.join(' ') || 'user:profile:read';
  const query = { client_id: clientId, redirect_uri: redirectUri, response_type: 'code', scope };
  if (start === 'address') return await browser.authorize(query);
  if (start === 'push') {
    const pushed = await sendAs(world, partner, {
      method: 'POST',
      url: '/api/v1/partner/oauth/par',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(query).toString(),
    });
    if (pushed.statusCode !== 201) return null;
    const { request_uri } = pushed.json() as { request_uri: string };
    return await browser.authorize({ client_id: clientId, request_uri });
  }
  const payload = { redirect_uri: redirectUri, scope };
  const started = await sendAs(world, partner, post(AUTHORIZE, payload));
  if (started.statusCode !== 201) return null;
  const { authorization_url: address } = started.json() as { authorization_url: string };
  return await browser.open(address.replace(world.dependencies.publicUrl, ''));
}

/** The resulting scopes: requested and selected, and always the profile. */
function granted(asked: readonly string[], ticked: readonly string[]): string[] {
  const both = asked.filter((scope) => ticked.includes(scope));
  return both.includes('user:profile:read') ? both : ['user:profile:read', ...both];
}

const shortly = (scopes: readonly string[]) =>
  scopes.map((scope) => scope.replace('user:', '')).join(', ');

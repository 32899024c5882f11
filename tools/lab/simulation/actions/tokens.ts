import { pick } from '@partner-rating/service/src/platform/random.ts';
import { expectThat } from '../finding.ts';
import type { KnownRefreshToken, KnownToken, TokenBody } from '../world/model.ts';
import { get, post, send, sendAs } from '../world/network.ts';
import type { World } from '../world/world.ts';
import { type Action, choose, upTo } from './action.ts';

const REPEATABLE_MILLISECONDS = 30_000;
const ANY = 1_000;

/** A partner refreshes its token, with the latest refresh token or with a used one. */
export const refresh: Action<{
  token: number;
  isOld: boolean;
  /** Whether a used token comes too late to be repeated. */
  isLate: boolean;
  by: number;
  isAnswerLost: boolean;
}> = {
  weight: 9,
  operations: ['oauth.refresh'],
  draw: (random) => ({
    token: upTo(random, ANY),
    isOld: random() < 0.2,
    isLate: random() < 0.4,
    by: random() < 0.04 ? 1 : 0,
    isAnswerLost: random() < 0.3,
  }),
  play: async (world, { token: number, isOld, isLate, by, isAnswerLost }) => {
    const { model, time } = world;
    const latest = model.refreshTokens.filter(({ usedAt }) => isOld === (usedAt !== null));
    const token = choose(latest.slice(-12), number);
    if (token === undefined) return 'No partner has a token to refresh.';
    if (isOld && isLate) await time.pass(REPEATABLE_MILLISECONDS + 1);
    const partner = (token.partner + by) % world.partners.length;
    const name = world.partner(partner).name;
    const player = world.player(token.player).name;
    const expected = judge(world, token, partner);
    const request = post('/api/v1/partner/oauth/refresh', { refresh_token: token.value });
    const answer = await sendAs(world, partner, request);
    if (isAnswerLost && expected === 'new') {
      const again = await sendAs(world, partner, request);
      expectThat(
        again.statusCode === 200 && tokensIn(again.body) === tokensIn(answer.body),
        () =>
          `A refresh whose answer was lost gave other tokens when it was repeated: ${again.body}`,
      );
    }
    if (expected === 'refused' || expected === 'reuse') {
      expectThat(
        answer.statusCode >= 400,
        () => `${name} refreshed a token that has ended: ${answer.body}`,
      );
      if (expected === 'reuse') endFamilyOf(world, token);
      const what = expected === 'reuse' ? ', which ends all tokens of the connection' : '';
      return `${name} shows a refresh token for ${player} that no longer works${what}.`;
    }
    expectThat(
      answer.statusCode === 200,
      () => `${name} cannot refresh a token that is valid: ${answer.body}`,
    );
    const body = answer.json() as TokenBody;
    if (expected === 'again') {
      expectThat(
        body.refresh_token === token.successor?.value,
        () => `${name} repeated a refresh and got other tokens.`,
      );
      return `${name} repeats a refresh for ${player} and gets the same tokens.`;
    }
    const granted = model.grantOf(token.partner, token.player) ?? [];
    const scopes = token.scopes.filter((scope) => granted.includes(scope));
    expectThat(
      body.scope.toSorted().join() === scopes.toSorted().join(),
      () => `${player} grants ${scopes}, and a refresh gave ${body.scope}.`,
    );
    token.usedAt = time.now;
    const { partner: owner, player: of, family } = token;
    const ofPlayer = { partner: owner, player: of, family };
    token.successor = model.addTokens(ofPlayer, { body, scopes: token.scopes }, time.now);
    return `${name} refreshes its token for ${player}${isAnswerLost ? ', twice as the answer was lost' : ''}.`;
  },
};

const tokensIn = (body: string) => {
  const { access_token, refresh_token } = JSON.parse(body) as Record<string, string>;
  return `${access_token} ${refresh_token}`;
};

/** The expected response to this refresh token. */
function judge(
  { model, time, partners }: World,
  token: KnownRefreshToken,
  partner: number,
): 'new' | 'again' | 'reuse' | 'refused' {
  if (model.suspended.has(partner) || partners[partner] === undefined) return 'refused';
  const { usedAt, successor } = token;
  if (token.isRevoked) return 'refused';
  if (usedAt === null) {
    return token.partner === partner && token.expiresAt > time.now ? 'new' : 'refused';
  }
  const isRepeat =
    token.partner === partner &&
    time.now - usedAt < REPEATABLE_MILLISECONDS &&
    successor?.usedAt === null &&
    !successor.isRevoked;
  return isRepeat ? 'again' : 'reuse';
}

function endFamilyOf({ model }: World, { partner, player }: KnownToken): void {
  model.revokeWhere((other) => other.partner === partner && other.player === player);
}

/** Somebody reads with an access token, which may have expired. */
export const readByToken: Action<{
  token: number;
  what: 'member' | 'member/rating-history' | 'member/matches';
}> = {
  weight: 8,
  operations: ['members.get', 'members.listRatingHistory', 'members.listMatches'],
  draw: (random) => ({
    token: upTo(random, ANY),
    what: pick(random, ['member', 'member', 'member/rating-history', 'member/matches'] as const),
  }),
  play: async (world, { token: number, what }) => {
    const token = choose(world.model.accessTokens.slice(-20), number);
    if (token === undefined) return 'Nobody has a token to read with.';
    const player = world.player(token.player).name;
    const status = await statusOf(world, token, what);
    const expected = expectedStatus(world, token, what);
    expectThat(
      status === expected,
      () => `A token for ${player} reads ${what}: ${status}, and must be ${expected}.`,
    );
    return `A token for ${player} reads ${what} (${status}).`;
  },
};

async function statusOf(world: World, { value }: KnownToken, what: string): Promise<number> {
  const headers = { authorization: `Bearer ${value}` };
  return (await send(world, { ...get(`/api/v1/partner/${what}`), headers })).statusCode;
}

function expectedStatus({ model, time }: World, token: KnownToken, what: string): number {
  const scopes = model.scopesOf(token, time.now);
  if (scopes === null) return 401;
  if (model.suspended.has(token.partner)) return 403;
  const needed = what === 'member' ? 'user:profile:read' : HISTORY;
  return scopes.includes(needed) ? 200 : 403;
}

const LATEST = 10;
const HISTORY = 'user:rating:history';

/** A token works exactly as long as its grant, and only within the scopes that remain. */
export async function expectTokensAsGranted(world: World): Promise<void> {
  for (const token of world.model.accessTokens.slice(-LATEST)) {
    const left = world.model.scopesOf(token, world.time.now) ?? [];
    const isNarrowed = token.scopes.includes(HISTORY) && !left.includes(HISTORY);
    const what = isNarrowed ? 'member/rating-history' : 'member';
    const status = await statusOf(world, token, what);
    const expected = expectedStatus(world, token, what);
    const player = world.player(token.player).name;
    const partner = world.partner(token.partner).name;
    expectThat(
      status === expected,
      () =>
        `The token of ${partner} for ${player} is answered ${status} by ${what}, and must be ${expected}.`,
    );
  }
}

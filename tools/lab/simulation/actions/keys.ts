import type { OperationId } from '@partner-rating/server';
import { pick } from '@partner-rating/service/src/platform/random.ts';
import { expectThat } from '../finding.ts';
import { runToSuccess } from '../world/command-line.ts';
import type { KnownKey } from '../world/model.ts';
import { getByKey } from '../world/network.ts';
import { PARTNERS } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { type Action, choose, upTo } from './action.ts';

const DAY = 86_400_000;

interface MakeKey {
  partner: number;
  /** Whether the key may do what an operation needs, apart from reading members. */
  scope: 'key:webhook:manage' | 'key:leaderboard:read';
  days: number | null;
}

/** The operator creates a key for a partner with one scope, sometimes valid for one day. */
export const makeKey: Action<MakeKey> = {
  weight: 1,
  commands: ['partner key create', 'partner key list'],
  draw: (random) => ({
    partner: upTo(random, PARTNERS),
    scope: pick(random, ['key:webhook:manage', 'key:leaderboard:read'] as const),
    days: pick(random, [null, 1]),
  }),
  play: async (world, { partner, scope, days }) => {
    const { name, clientId } = world.partner(partner);
    const expiresAt = days === null ? null : world.time.now + days * DAY;
    const expires = expiresAt === null ? [] : ['--expires-at', new Date(expiresAt).toISOString()];
    const [made] = await runToSuccess(
      world,
      ...['partner', 'key', 'create', clientId, '--scope', scope, ...expires],
    );
    const id = `${made?.keyId}`;
    const key = { id, value: `${made?.apiKey}`, partner, scope, expiresAt, isRevoked: false };
    world.model.keys.push(key);
    const listed = await runToSuccess(world, 'partner', 'key', 'list', clientId);
    expectThat(
      listed.some(({ keyId }) => keyId === id),
      () => `The key ${id} was made, and is not listed.`,
    );
    return `The operator gives ${name} a key with ${scope}${days === null ? '' : ' for a day'}.`;
  },
};

/** The operator revokes a key. */
export const revokeKey: Action<{ key: number; endsTokens: boolean }> = {
  weight: 0.6,
  commands: ['partner key revoke', 'partner key show'],
  draw: (random) => ({ key: upTo(random, 1_000), endsTokens: random() < 0.2 }),
  play: async (world, { key: number, endsTokens }) => {
    const { model } = world;
    const key = choose(model.keys, number);
    if (key === undefined) return 'There is no key to revoke.';
    await runToSuccess(
      world,
      ...['partner', 'key', 'revoke', key.id, ...(endsTokens ? ['--end-tokens'] : [])],
    );
    key.isRevoked = true;
    if (endsTokens) model.revokeWhere(({ partner }) => partner === key.partner);
    const [shown] = await runToSuccess(world, 'partner', 'key', 'show', key.id);
    expectThat(
      shown?.revokedAt !== null,
      () => `${key.id} is revoked, but is not shown as revoked.`,
    );
    const ended = endsTokens ? ', and all its tokens' : '';
    return `The operator revokes a key of ${world.partner(key.partner).name}${ended}.`;
  },
};

const NEEDED: readonly [url: string, operation: OperationId, scope: string | null][] = [
  ['/api/v1/partner/usage', 'usage.get', null],
  ['/api/v1/leaderboard?sport=pickleball', 'leaderboard.list', 'key:leaderboard:read'],
  ['/api/v1/partner/webhook-endpoints', 'webhooks.listEndpoints', 'key:webhook:manage'],
];

/** Somebody uses a key. The key works only for its scope, and only while it is valid. */
export const useKey: Action<{ key: number; what: number }> = {
  weight: 2,
  operations: NEEDED.map(([, operation]) => operation),
  draw: (random) => ({ key: upTo(random, 1_000), what: upTo(random, NEEDED.length) }),
  play: async (world, { key: number, what }) => {
    const key = choose(world.model.keys, number);
    const [url, operation, scope] = NEEDED[what] ?? ['', 'usage.get', null];
    if (key === undefined) return 'There is no key to be used.';
    const { statusCode } = await getByKey(world, key.value, url);
    const expected = statusOf(world, key, scope);
    expectThat(
      statusCode === expected,
      () => `The key ${key.id} is answered ${statusCode} by ${operation}, and must be ${expected}.`,
    );
    return `${world.partner(key.partner).name} uses a key for ${operation} (${statusCode}).`;
  },
};

function statusOf(
  { model, time }: World,
  { partner, isRevoked, expiresAt, scope }: KnownKey,
  needed: string | null,
): number {
  if (isRevoked || (expiresAt !== null && expiresAt <= time.now)) return 401;
  if (model.suspended.has(partner)) return 403;
  return needed === null || needed === scope ? 200 : 403;
}

import { operations } from '@partner-rating/service/src/console/api/interface.gen.ts';
import type { InterfaceOperation } from '@partner-rating/service/src/console/api/interface-types.ts';
import { pick } from '@partner-rating/service/src/platform/random.ts';
import { newSecret } from '@partner-rating/service/src/platform/secrets/sealing.ts';
import { expectThat } from '../finding.ts';
import { runToSuccess } from '../world/command-line.ts';
import type { KnownOperatorToken } from '../world/model.ts';
import { send } from '../world/network.ts';
import { ADMIN_PATH } from '../world/page-routes.ts';
import { PARTNERS, PLAYERS } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { type Action, choose, upTo } from './action.ts';

const DAY = 86_400_000;

interface MakeToken {
  role: KnownOperatorToken['role'];
  days: number;
  program: number;
}

/** The operator creates a token for a program. */
export const makeToken: Action<MakeToken> = {
  weight: 2,
  commands: ['token create'],
  draw: (random) => ({
    role: pick(random, ['support', 'admin'] as const),
    days: pick(random, [1, 1, 30]),
    program: upTo(random, 1_000),
  }),
  play: async (world, { role, days, program }) => {
    const [made] = await runToSuccess(
      world,
      ...['token', 'create', `program-${program}`, '--role', role, '--expires-in-days', `${days}`],
    );
    world.model.operatorTokens.push({
      id: `${made?.tokenId}`,
      value: `${made?.token}`,
      role,
      expiresAt: world.time.now + days * DAY,
      isRevoked: false,
    });
    return `The operator creates a token with the role ${role} for ${days} days.`;
  },
};

/** The operator revokes a token of a program. */
export const revokeToken: Action<{ token: number }> = {
  weight: 1.5,
  commands: ['token revoke', 'token show'],
  draw: (random) => ({ token: upTo(random, 1_000) }),
  play: async (world, { token: number }) => {
    const token = choose(world.model.operatorTokens, number);
    if (token === undefined) return 'There is no token of a program to revoke.';
    await runToSuccess(world, 'token', 'revoke', token.id);
    token.isRevoked = true;
    const [shown] = await runToSuccess(world, 'token', 'show', token.id);
    expectThat(
      shown?.revokedAt !== null,
      () => `${token.id} is revoked, but is not shown as revoked.`,
    );
    return 'The operator revokes a token of a program.';
  },
};

const OTHERS = ['nothing', 'unknown token', 'key'] as const;

// One of the tokens that were created last.
const TOKENS = 5;

interface CallAsProgram {
  operation: number;
  other: (typeof OTHERS)[number];
  number: number;
}

/**
 * Programs call operations of the operators' document. With the required scope they read data,
 * without it they are refused.
 */
export const callAsProgram: Action<CallAsProgram> = {
  weight: 6,
  operations: operations.map(({ id }) => `operators ${id}` as const),
  draw: (random) => ({
    operation: upTo(random, 1e6),
    other: pick(random, OTHERS),
    number: upTo(random, 1_000),
  }),
  play: async (world, { operation: which, other, number }) => {
    const operation = choose(operations, which) as InterfaceOperation;
    const others = {
      nothing: undefined,
      'unknown token': newSecret('pro_'),
      key: world.partner(number % PARTNERS).apiKey,
    };
    const call = { operation, number };
    await expectAnswer(world, call, { name: other, value: others[other], refusal: 401 });
    for (const token of world.model.operatorTokens.slice(-TOKENS)) {
      const refusal = refusalOf(world, operation, token);
      // Commands do the changes, because they know what they change.
      if (refusal === null && operation.method !== 'GET') continue;
      await expectAnswer(world, call, { name: token.id, value: token.value, refusal });
    }
    return `Programs call ${operation.id} with tokens of operators and with ${other}.`;
  },
};

interface Credential {
  name: string;
  value: string | undefined;
  /** The expected refusal, or null. */
  refusal: 401 | 403 | null;
}

async function expectAnswer(
  world: World,
  { operation, number }: { operation: InterfaceOperation; number: number },
  { name, value, refusal }: Credential,
): Promise<void> {
  const { statusCode } = await send(world, {
    url: addressOf(world, operation, number),
    method: operation.method,
    ...(operation.hasBody && { payload: {} }),
    headers: value === undefined ? {} : { authorization: `Bearer ${value}` },
  });
  expectThat(
    refusal === null ? ![401, 403].includes(statusCode) : statusCode === refusal,
    () =>
      `${operation.id} answers ${statusCode} to ${name}, and must answer ${refusal ?? 'neither 401 nor 403'}.`,
  );
}

/** The refusal for a token, or null. */
function refusalOf(
  { time }: World,
  { role }: InterfaceOperation,
  token: KnownOperatorToken,
): 401 | 403 | null {
  if (token.isRevoked || token.expiresAt <= time.now) return 401;
  return role === 'admin' && token.role === 'support' ? 403 : null;
}

function addressOf(world: World, { path }: InterfaceOperation, number: number): string {
  const { model } = world;
  const known: Record<string, string | undefined> = {
    clientId: world.partner(number % PARTNERS).clientId,
    keyId: choose(model.keys, number)?.id,
    matchId: choose(model.matches, number)?.id,
    member: world.player(number % PLAYERS).memberId,
    tokenId: choose(model.operatorTokens, number)?.id,
  };
  return ADMIN_PATH + path.replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? 'unknown');
}

import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { useConnectFlow } from '../../src/connect/testing/connect-flow.ts';
import {
  exchangeForm,
  exchangeJson,
  returned,
  startAuthorization,
  validQuery,
} from '../../src/connect/testing/journeys.ts';
import { refresh, refusal } from './support/requests.ts';
import { ReturningPlayer } from './support/returning-player.ts';

const PROFILE = 'user:profile:read';
const others = [
  'user:profile:email',
  'user:rating:read',
  'user:rating:history',
  'user:match:submit',
  'user:webhook:subscribe',
];

describe('the scope', () => {
  const flow = useConnectFlow();
  const player = new ReturningPlayer(flow);

  testRows<[string, string | undefined, string[]]>([
    ['no scope', undefined, [PROFILE, 'user:rating:read']],
    ['an empty scope', '', [PROFILE, 'user:rating:read']],
    ['only the profile', PROFILE, [PROFILE]],
    ...others.map((scope): [string, string, string[]] => [scope, scope, [PROFILE, scope]]),
    ['the profile last', `user:rating:read ${PROFILE}`, [PROFILE, 'user:rating:read']],
    ['all six', [PROFILE, ...others].join(' '), [PROFILE, ...others]],
    [
      'all but the profile, backwards',
      others.toReversed().join(' '),
      [PROFILE, ...others.toReversed()],
    ],
    [
      'one scope twice',
      `${PROFILE} user:rating:read user:rating:read`,
      [PROFILE, 'user:rating:read'],
    ],
  ])(
    'RFC 6749 §3.3, rules 1 and 2 of the specification: gives the requested scopes, with both starts',
    async (_what, scope, expected) => {
      const asked: Record<string, string> = scope === undefined ? {} : { scope };
      const direct = await player.allow(asked);
      const started = await player.decide('allow', await player.startedQuery(asked));
      const redirect_uri = flow().partner.redirectUri;
      for (const back of [direct, started]) {
        const tokens = await exchangeJson(flow(), {
          code: returned(back).get('code'),
          redirect_uri,
        });
        expect(tokens.json().scope).toEqual(expected);
      }
    },
  );

  testRows([
    ...['profile:read', 'profile:email', 'rating:read', 'rating:history', 'match:submit'],
    ...['webhook:subscribe', 'key:match:submit', 'key:dry-run', 'user:', 'user:*', 'user'],
    ...['openid', 'offline_access', 'USER:PROFILE:READ', 'user:profile:read:all', 'toString'],
    ...[
      `${PROFILE},user:rating:read`,
      `${PROFILE}  user:rating:read`,
      ` ${PROFILE}`,
      `${PROFILE} `,
    ],
    ...[`${PROFILE}\u00a0user:rating:read`, 'user:profile:reаd', '"', '\\'],
  ])('specification 2.1, rule 4: another name is not a scope, with both starts', async (scope) => {
    const answer = await player.open({ ...validQuery(flow()), scope });
    expect(returned(answer).get('error')).toBe('invalid_scope');
    expect(refusal(await startAuthorization(flow(), { scope }))).toEqual([400, 'invalid_scope']);
  });

  it('specification 2.1, rule 4: one unknown scope refuses the whole request', async () => {
    const scope = `${PROFILE} user:rating:read user:rating:write`;
    const answer = await player.open({ ...validQuery(flow()), scope });
    expect(returned(answer).get('error')).toBe('invalid_scope');
  });

  it('RFC 6749 §5.1: is returned to the client even if it is the requested one', async () => {
    const grant = { grant_type: 'authorization_code', ...(await player.code({ scope: PROFILE })) };
    expect((await exchangeForm(flow(), grant)).json().scope).toBe(PROFILE);
  });

  it('RFC 6749 §6: a refresh after a wider consent keeps the scopes of its token', async () => {
    const { refresh_token } = await player.tokens({ scope: PROFILE });
    await player.allow({ scope: `${PROFILE} user:match:submit` });
    expect((await refresh(flow(), refresh_token)).json().scope).toBe(PROFILE);
  });

  it('RFC 6749 §6: a refresh after a narrower consent gives no more than that', async () => {
    const { refresh_token } = await player.tokens({ scope: `${PROFILE} user:match:submit` });
    await player.allow({ scope: PROFILE });
    expect((await refresh(flow(), refresh_token)).json().scope).toBe(PROFILE);
  });

  it('RFC 6749 §6: a removed scope only comes back while its consent is valid', async () => {
    const { refresh_token } = await player.tokens({ scope: `${PROFILE} user:match:submit` });
    const narrow = (await refresh(flow(), refresh_token, { scope: PROFILE })).json();
    const asked = { scope: 'user:match:submit' };
    const wide = (await refresh(flow(), narrow.refresh_token, asked)).json();
    expect(wide.scope).toBe('user:match:submit');
    await player.allow({ scope: PROFILE });
    expect(refusal(await refresh(flow(), wide.refresh_token, asked))).toEqual([
      400,
      'invalid_scope',
    ]);
  });

  testRows(['user:rating:history', 'key:match:submit', 'nonsense', `${PROFILE}  user:rating:read`])(
    'RFC 6749 §6: a refresh that asks for more is invalid_scope',
    async (scope) => {
      const { refresh_token } = await player.tokens();
      expect(refusal(await refresh(flow(), refresh_token, { scope }))).toEqual([
        400,
        'invalid_scope',
      ]);
    },
  );
});

// Actions of operators on the page of a partner.

import { pick } from '@partner-rating/service/src/platform/random.ts';
import { expectEqual, expectThat } from '../finding.ts';
import { visitorsBrowser } from '../world/browser.ts';
import { headingOf, offers } from '../world/forms.ts';
import { get } from '../world/network.ts';
import {
  actAsOperator,
  expectRefused,
  OPERATOR_LOG_IN,
  openAsOperator,
} from '../world/operators.ts';
import { askAs } from '../world/pages.ts';
import { type KnownOperator, OPERATORS, PARTNERS, type Partner } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { type Action, choose, upTo } from './action.ts';

const ACTS = ['suspend', 'resume', 'resume', 'rename', 'redirects', 'limits', 'revoke'] as const;

interface Administer {
  operator: number;
  partner: number;
  act: (typeof ACTS)[number];
  number: number;
  endsTokens: boolean;
}

/** An operator changes a partner on its page. */
export const administerPartner: Action<Administer> = {
  weight: 1.5,
  operations: ['usage.get', 'oauth.showAuthorization'],
  pages: [
    OPERATOR_LOG_IN,
    'GET /operator/partners/:clientId',
    ...ACTS.map((act) => `POST /operator/partners/:clientId ${act}`),
  ],
  draw: (random) => ({
    operator: upTo(random, OPERATORS),
    partner: upTo(random, PARTNERS),
    act: pick(random, ACTS),
    number: upTo(random, 1_000),
    endsTokens: random() < 0.1,
  }),
  play: async (world, data) => {
    const operator = world.operator(data.operator);
    const partner = world.partner(data.partner);
    const path = `/operator/partners/${partner.clientId}`;
    return await acts[data.act](world, { ...data, operator, partner, path });
  },
};

interface Asked extends Omit<Administer, 'operator' | 'partner'> {
  operator: KnownOperator;
  partner: Partner;
  path: string;
}

/** What an operator does on the page of a partner. */
type Act = (world: World, asked: Asked) => Promise<string>;

const setSuspension: Act = async (world, { operator, partner, path, act }) => {
  const { model } = world;
  const page = await openAsOperator(world, operator, path);
  const isSuspended = model.suspended.has(partner.index);
  expectEqual(
    [offers(page, 'resume'), offers(page, 'suspend'), headingOf(page).includes('suspended')],
    [isSuspended, !isSuspended, isSuspended],
    `The page of ${partner.name}, which is ${isSuspended ? '' : 'not '}suspended, shows the opposite.`,
  );
  const wanted = act === 'suspend';
  if (wanted === isSuspended) return `${partner.name} is ${wanted ? '' : 'not '}suspended already.`;
  const action = wanted ? 'partner.suspended' : 'partner.resumed';
  await actAsOperator(world, { operator, path, act, action });
  model.suspend(partner.index, wanted, world.time.now);
  await askAs(world, partner.index, get('/api/v1/partner/usage'));
  return `The operator ${operator.name} ${wanted ? 'suspends' : 'resumes'} ${partner.name} by its page.`;
};

const rename: Act = async (world, { operator, partner, path, number }) => {
  const name = `Club No ${number}-${world.time.now}`;
  await actAsOperator(world, {
    ...{ operator, path, act: 'rename', values: { name } },
    action: 'partner.edited',
  });
  const page = await openAsOperator(world, operator, path);
  expectThat(
    page.body.includes(name),
    () => `${partner.name} is renamed to ${name}, and its page has another name.`,
  );
  return `The operator ${operator.name} renames ${partner.name}.`;
};

/** From now on, players are redirected only to the new address. */
const moveRedirect: Act = async (world, { operator, partner, path, number }) => {
  const before = partner.redirectUri;
  const after = `https://${partner.clientId}.example/callback-${number}-${world.time.now}`;
  const form = { operator, path, act: 'redirects' };
  const faulty = { redirectUris: `${after}\nhttp://elsewhere.example/callback` };
  await expectRefused(world, { ...form, values: faulty }, 'A redirect address without TLS');
  await actAsOperator(world, {
    ...form,
    values: { redirectUris: after },
    action: 'partner.edited',
  });
  partner.redirectUri = after;
  const statuses: number[] = [];
  for (const redirectUri of [before, after]) {
    const query = { client_id: partner.clientId, redirect_uri: redirectUri, response_type: 'code' };
    statuses.push((await visitorsBrowser(world).authorize(query)).statusCode);
  }
  const isSuspended = world.model.suspended.has(partner.index);
  expectEqual(
    statuses.map((status) => status < 400),
    [false, !isSuspended],
    `${partner.name} has another redirect address: the old one, and the new one, are answered ${statuses}.`,
  );
  return `The operator ${operator.name} gives ${partner.name} another redirect address.`;
};

const setLimits: Act = async (world, { operator, partner, path, number }) => {
  const form = { operator, path, act: 'limits' };
  const faulty = { ...form, values: { 'limits.default': 'many' } };
  await expectRefused(world, faulty, 'A limit that is no number');
  // No story reaches this limit.
  const limit = `${500_000 + number}`;
  const values = { 'limits.default': limit, 'limits.ingest': '' };
  await actAsOperator(world, { ...form, values, action: 'partner.edited' });
  const url = '/api/v1/partner/usage';
  const answer = await askAs(world, partner.index, get(url));
  expectThat(
    answer === null || String(answer.headers['ratelimit-policy']).includes(`q=${limit};`),
    () =>
      `${partner.name} has a limit of ${limit}, and is answered ${answer?.headers['ratelimit-policy']}.`,
  );
  return `The operator ${operator.name} gives ${partner.name} a limit of its own.`;
};

const revoke: Act = async (world, { operator, partner, path, number, endsTokens }) => {
  const { model, time } = world;
  const live = model.keys.filter(
    (key) =>
      key.partner === partner.index &&
      !key.isRevoked &&
      (key.expiresAt === null || key.expiresAt > time.now),
  );
  const key = choose(live, number);
  if (key === undefined) return `${partner.name} has no further key for an operator to revoke.`;
  const form = { operator, path, act: 'revoke' };
  const other = model.keys.find((one) => one.partner !== partner.index);
  if (other !== undefined) {
    await expectRefused(
      world,
      { ...form, values: { keyId: other.id } },
      'The key of another partner',
    );
  }
  const values = { keyId: key.id, ...(endsTokens && { endTokens: 'yes' }) };
  await actAsOperator(world, { ...form, values, action: 'key.revoked' });
  key.isRevoked = true;
  if (endsTokens) model.revokeWhere((token) => token.partner === partner.index);
  return `The operator ${operator.name} revokes a key of ${partner.name}${endsTokens ? ', and all its tokens' : ''}.`;
};

const acts: Record<Administer['act'], Act> = {
  suspend: setSuspension,
  resume: setSuspension,
  rename,
  redirects: moveRedirect,
  limits: setLimits,
  revoke,
};

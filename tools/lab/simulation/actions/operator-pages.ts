// Actions of operators who only open pages.

import { pick } from '@partner-rating/service/src/platform/random.ts';
import { expectEqual, expectThat } from '../finding.ts';
import { textOf } from '../world/forms.ts';
import { OPERATOR_LOG_IN, openAsOperator } from '../world/operators.ts';
import { OPERATORS, PARTNERS, PLAYERS } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { type Action, upTo } from './action.ts';

const PAGES = [
  '/operator',
  '/operator/partners',
  '/operator/members',
  '/operator/matches',
  '/operator/deliveries',
  '/operator/audit',
  '/operator/nothing',
] as const;

interface LookAround {
  operator: number;
  page: (typeof PAGES)[number];
  partner: number;
  player: number;
}

/** An operator opens a page: a list, or the page of a partner or a player. */
export const lookAround: Action<LookAround> = {
  weight: 1,
  pages: [
    OPERATOR_LOG_IN,
    'GET /operator',
    'GET /operator/partners',
    'GET /operator/members',
    'GET /operator/matches',
    'GET /operator/deliveries',
    'GET /operator/audit',
    'GET /operator/*',
  ],
  draw: (random) => ({
    operator: upTo(random, OPERATORS),
    page: pick(random, PAGES),
    partner: upTo(random, PARTNERS),
    player: upTo(random, PLAYERS),
  }),
  play: async (world, data) => {
    const operator = world.operator(data.operator);
    const address = addressOf(world, data);
    const { statusCode, body } = await openAsOperator(world, operator, address);
    const isNothing = data.page === '/operator/nothing';
    expectEqual(statusCode, isNothing ? 404 : 200, `${address} for the operator ${operator.name}`);
    const text = textOf(body);
    expectNoSecrets(world, address, text);
    if (data.page === '/operator/members') expectFound(world, data.player, body);
    if (data.page === '/operator/partners') expectListed(world, text);
    if (data.page === '/operator/audit') expectLastAct(world, operator.name, text);
    return `The operator ${operator.name} looks at ${data.page}.`;
  },
};

function addressOf(world: World, { operator, page, partner, player }: LookAround): string {
  const { clientId } = world.partner(partner);
  const { email } = world.player(player);
  const filters: Partial<Record<LookAround['page'], Record<string, string>>> = {
    '/operator/members': { text: email },
    '/operator/matches': { partner: clientId },
    '/operator/deliveries': { partner: clientId },
    '/operator/audit': { operator: world.operator(operator).name },
  };
  const filter = filters[page];
  return filter === undefined ? page : `${page}?${new URLSearchParams(filter)}`;
}

/** Shows neither a valid token nor the address of an erased player. */
function expectNoSecrets({ model, players }: World, address: string, text: string): void {
  for (const { value } of [...model.accessTokens, ...model.refreshTokens].slice(-20)) {
    expectThat(!text.includes(value), () => `${address} shows a token.`);
  }
  for (const player of model.erased) {
    const { email, name } = players[player] ?? { email: '', name: '' };
    expectThat(
      !text.includes(email),
      () => `${address} shows the address of ${name}, who is erased.`,
    );
  }
}

function expectFound(world: World, player: number, body: string): void {
  const { name, memberId } = world.player(player);
  const isErased = world.model.erased.has(player);
  expectEqual(
    body.includes(`/operator/members/${memberId}"`),
    !isErased,
    `${name} is ${isErased ? '' : 'not '}erased, but the search by address shows the opposite.`,
  );
}

function expectListed({ partners, model }: World, text: string): void {
  for (const { clientId, index, name } of partners) {
    const [, row = ''] = text.split(clientId);
    const [state] = /\b(live|pending|suspended|deleted)\b/.exec(row) ?? [];
    expectEqual(
      state,
      model.suspended.has(index) ? 'suspended' : 'live',
      `The state of ${name} in the list of partners`,
    );
  }
}

/** The audit lists the operator's last action. */
function expectLastAct({ model }: World, operator: string, text: string): void {
  const last = model.acts.findLast((act) => act.operator === operator && act.atLeast > 0);
  expectThat(
    last === undefined || text.includes(last.action),
    () => `${operator} did ${last?.action}, and the page of the audit does not say so.`,
  );
}

// Actions of operators on the page of a member.

import { pick } from '@partner-rating/service/src/platform/random.ts';
import { expectEqual, expectThat } from '../finding.ts';
import { ACCOUNT_PAGES, openAccount, visitorsBrowser } from '../world/browser.ts';
import { offers } from '../world/forms.ts';
import {
  actAsOperator,
  expectRefused,
  OPERATOR_LOG_IN,
  openAsOperator,
} from '../world/operators.ts';
import { type KnownOperator, OPERATORS, PLAYERS } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { type Action, upTo } from './action.ts';

const ACTS = ['edit', 'lock', 'unlock', 'unlock', 'reset', 'erase'] as const;

interface Administer {
  operator: number;
  player: number;
  act: (typeof ACTS)[number];
  number: number;
  withFactor: boolean;
}

const MEMBER = '/operator/members/:memberId';

/** An operator changes a member on their page. */
export const administerMember: Action<Administer> = {
  weight: 1.5,
  pages: [
    ...[OPERATOR_LOG_IN, 'GET /operator/members', `GET ${MEMBER}`],
    ...[`GET ${MEMBER}/erase`, `POST ${MEMBER}/erase erase`],
    ...['edit', 'lock', 'unlock', 'reset'].map((act) => `POST ${MEMBER} ${act}`),
    ...['GET /account/password/new', 'POST /account/password/new', ...ACCOUNT_PAGES],
  ],
  draw: (random) => ({
    operator: upTo(random, OPERATORS),
    player: upTo(random, PLAYERS),
    act: pick(random, ACTS),
    number: upTo(random, 1e6),
    withFactor: random() < 0.5,
  }),
  play: async (world, data) => {
    const operator = world.operator(data.operator);
    const { name, memberId } = world.player(data.player);
    const path = `/operator/members/${memberId}`;
    const page = await openAsOperator(world, operator, path);
    const isErased = world.model.erased.has(data.player);
    expectEqual(page.statusCode, isErased ? 404 : 200, `The operator's page of ${name}`);
    if (isErased) return `The operator ${operator.name} finds no ${name}.`;
    return await acts[data.act](world, { ...data, operator, path });
  },
};

/** What an operator does on the page of a member. */
type Act = (
  world: World,
  asked: Omit<Administer, 'operator'> & { operator: KnownOperator; path: string },
) => Promise<string>;

const edit: Act = async (world, { operator, player, path, number }) => {
  const { name } = world.player(player);
  const form = { operator, path, act: 'edit' };
  const faulty = { ...form, values: { country: 'Texas' } };
  await expectRefused(world, faulty, 'A country of more than two letters');
  const city = `Lake ${number}-${world.time.now}`;
  await actAsOperator(world, { ...form, values: { city }, action: 'member.edited' });
  return `The operator ${operator.name} notes that ${name} lives in ${city}.`;
};

const setLock: Act = async (world, { operator, player, path, act }) => {
  const { model } = world;
  const { name } = world.player(player);
  const isLocked = model.locked.has(player);
  const page = await openAsOperator(world, operator, path);
  expectEqual(
    [offers(page, 'unlock'), offers(page, 'lock')],
    [isLocked, !isLocked],
    `The page of ${name}, who is ${isLocked ? '' : 'not '}locked, shows the opposite.`,
  );
  const wanted = act === 'lock';
  if (wanted === isLocked)
    return `The account of ${name} is ${wanted ? '' : 'not '}locked already.`;
  const action = wanted ? 'account.locked' : 'account.unlocked';
  await actAsOperator(world, { operator, path, act, action });
  if (wanted) {
    model.locked.add(player);
    model.revokeWhere((token) => token.player === player);
  } else model.locked.delete(player);
  expectEqual((await openAccount(world, player)) !== null, !wanted, `${name} logs in`);
  return `The operator ${operator.name} ${act}s the account of ${name} by its page.`;
};

/**
 * The operator ends all sessions of an account. The player sets a new password with a link that the
 * page shows once.
 */
const reset: Act = async (world, { operator, player, path, number, withFactor }) => {
  const known = world.player(player);
  const { name } = known;
  const values: Record<string, string> = withFactor ? { secondFactor: 'yes' } : {};
  const answer = await actAsOperator(world, {
    ...{ operator, path, act: 'reset', values },
    action: 'account.reset',
  });
  world.model.revokeWhere((token) => token.player === player);
  if (withFactor) known.factor = null;
  known.password = `reset horse ${number}`;
  const [, link = ''] = /<pre[^>]*>\s*https?:\/\/[^/]+(\S+)<\/pre>/.exec(answer.body) ?? [];
  const browser = visitorsBrowser(world);
  const page = await browser.open(link);
  expectEqual(page.statusCode, 200, `${name} follows the link of an operator: ${answer.body}`);
  const { crashes } = world;
  const passwords = { new_password: known.password, again: known.password };
  const chosen = await browser.submit(page, '/account/password/new', passwords);
  expectThat(
    chosen.statusCode === 303 || world.crashes > crashes,
    () => `${name} cannot choose a password by the link of an operator: ${chosen.body}`,
  );
  const isIn = (await openAccount(world, player)) !== null;
  expectEqual(isIn, !world.model.locked.has(player), `${name} has a new password, and logs in.`);
  return `The operator ${operator.name} resets the account of ${name}, who chooses a new password.`;
};

const erase: Act = async (world, { operator, player, path }) => {
  const { model } = world;
  const { name, email, memberId, memberNumber } = world.player(player);
  if (model.erased.size >= 2) return 'Nobody else wants to be erased.';
  const form = { operator, path: `${path}/erase`, act: 'erase' };
  const other = { ...form, values: { member: `${memberNumber + 1}` } };
  await expectRefused(world, other, 'The number of another member');
  const values = { member: `${memberNumber}` };
  await actAsOperator(world, { ...form, values, action: 'member.erased' });
  model.erase(player, world.time.now);
  for (const text of [email, name, `${memberNumber}`]) {
    const query = new URLSearchParams({ text });
    const found = await openAsOperator(world, operator, `/operator/members?${query}`);
    expectThat(
      !found.body.includes(memberId),
      () => `${name} is erased, and an operator finds them by ${text}.`,
    );
  }
  return `The operator ${operator.name} erases ${name} by a page.`;
};

const acts: Record<Administer['act'], Act> = { edit, lock: setLock, unlock: setLock, reset, erase };

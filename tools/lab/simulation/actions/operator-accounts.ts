import { pick } from '@partner-rating/service/src/platform/random.ts';
import { expectEqual, expectThat } from '../finding.ts';
import { browserOf, visitorsBrowser } from '../world/browser.ts';
import { keyOn, newCodeApp, nextCode, usedCode, wrongCode } from '../world/code-app.ts';
import { runToSuccess } from '../world/command-line.ts';
import {
  isLogIn,
  noteAct,
  OPERATOR_LOG_IN,
  openAsOperator,
  submitLogOut,
} from '../world/operators.ts';
import { type KnownOperator, OPERATORS } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { type Action, upTo } from './action.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SET_UP = '/operator/set-up';

interface OperatorAccount {
  /** The operator who loses the phone. Null for a new operator, who is removed later. */
  operator: number | null;
  number: number;
  hours: number;
}

/**
 * An operator loses the phone, or a new operator comes and goes. Each sets up the account with a
 * link, once and in time.
 */
export const setUpOperator: Action<OperatorAccount> = {
  weight: 0.5,
  commands: ['account create', 'account reset', 'account remove'],
  pages: [`GET ${SET_UP}`, `POST ${SET_UP}`, 'GET /operator', OPERATOR_LOG_IN],
  draw: (random) => ({
    operator: random() < 0.5 ? upTo(random, OPERATORS) : null,
    number: upTo(random, 1e6),
    hours: random() < 0.9 ? 0 : 25,
  }),
  play: async (world, { operator: index, number, hours }) => {
    if (index !== null) {
      const operator = world.operator(index);
      await openAsOperator(world, operator, '/operator');
      const link = await linkFor(world, 'reset', operator.name);
      await expectOut(world, operator);
      await setUp(world, operator, { link, number });
      await openAsOperator(world, operator, '/operator');
      return `The operator ${operator.name} is given a new password and a new app.`;
    }
    const name = `operator-${number}-${world.time.now}`;
    const app = newCodeApp('', world.time.now);
    const operator: KnownOperator = { name, password: '', app, session: null };
    const link = await linkFor(world, 'create', name);
    await world.time.pass(hours * HOUR);
    if (hours >= 24) {
      const { statusCode } = await visitorsBrowser(world).open(link);
      expectThat(statusCode >= 400, () => `A link to set up works after ${hours} hours.`);
    } else {
      await setUp(world, operator, { link, number });
      await openAsOperator(world, operator, '/operator');
    }
    await runToSuccess(world, 'account', 'remove', name);
    if (hours < 24) await expectOut(world, operator);
    return `${name} becomes an operator${hours < 24 ? '' : ', opens the link too late'}, and is removed.`;
  },
};

// Half a day also ends all tokens of players, so it is rare.
const PAUSES = [1, 1, 20, 20, 31, 31, 31, 13 * 60] as const;

/**
 * An operator comes back after a while, to a session that is still valid or has ended, or logs out.
 */
export const comeBack: Action<{
  operator: number;
  minutes: (typeof PAUSES)[number];
  logsOut: boolean;
}> = {
  weight: 0.4,
  pages: ['GET /operator', 'POST /operator/log-out', OPERATOR_LOG_IN],
  draw: (random) => ({
    operator: upTo(random, OPERATORS),
    minutes: pick(random, PAUSES),
    logsOut: random() < 0.3,
  }),
  play: async (world, { operator: number, minutes, logsOut }) => {
    const operator = world.operator(number);
    await openAsOperator(world, operator, '/operator');
    await world.time.pass(minutes * MINUTE);
    await openAsOperator(world, operator, '/operator');
    if (!logsOut) return `The operator ${operator.name} comes back after ${minutes} minutes.`;
    await submitLogOut(world, operator);
    const page = await browserOf(world, operator.name).open('/operator');
    expectThat(isLogIn(page), () => `The operator ${operator.name} logged out, and is still in.`);
    return `The operator ${operator.name} logs out.`;
  },
};

/** Somebody tries to log in as an operator with one of the required parts missing or wrong. */
export const guessAsOperator: Action<{ operator: number }> = {
  weight: 0.4,
  pages: [
    ...['GET /operator', 'GET /operator/partners'],
    ...[OPERATOR_LOG_IN, 'POST /operator/log-out'],
  ],
  draw: (random) => ({ operator: upTo(random, OPERATORS) }),
  play: async (world, { operator: number }) => {
    const operator = world.operator(number);
    const { name, password, app } = operator;
    await submitLogOut(world, operator);
    await openAsOperator(world, operator, '/operator');
    const right = { name, password, code: usedCode(app) };
    const guesses = {
      'a used code': right,
      'a wrong code': { ...right, code: wrongCode(world, app) },
      'a wrong password': { ...right, password: 'wrong horse', code: await nextCode(world, app) },
      'another name': { ...right, name: 'carol' },
    };
    const browser = visitorsBrowser(world);
    const page = await browser.open('/operator');
    for (const [guess, typed] of Object.entries(guesses)) {
      const { statusCode } = await browser.submit(page, '/operator/log-in', typed);
      expectEqual(statusCode, 422, `Somebody logs in as the operator ${name}, by ${guess}`);
    }
    const after = await browser.open('/operator/partners');
    expectThat(isLogIn(after), () => `Somebody is logged in as the operator ${name}.`);
    return `Somebody tries to log in as the operator ${name}.`;
  },
};

async function linkFor(world: World, command: 'create' | 'reset', name: string): Promise<string> {
  const [made] = await runToSuccess(world, 'account', command, name);
  // If the service crashed, the account was created and its link was lost.
  const [again] = made === undefined ? await runToSuccess(world, 'account', 'reset', name) : [];
  return `${(made ?? again)?.link}`.replace(world.dependencies.publicUrl, '');
}

/** Old sessions have ended, and the old password and app no longer work. */
async function expectOut(world: World, operator: KnownOperator): Promise<void> {
  const { name, password, app } = operator;
  const browser = browserOf(world, name);
  operator.session = null;
  const page = await browser.open('/operator');
  expectThat(isLogIn(page), () => `${name} is no operator any more, and is still logged in.`);
  const code = await nextCode(world, app);
  const answer = await browser.submit(page, '/operator/log-in', { name, password, code });
  expectEqual(answer.statusCode, 422, `${name} logs in with an old password and an old app`);
}

async function setUp(
  world: World,
  operator: KnownOperator,
  { link, number }: { link: string; number: number },
): Promise<void> {
  const { name } = operator;
  const browser = browserOf(world, name);
  const password = `operator horse ${number}`;
  const passwords = { new_password: password, again: password };
  const asked = await browser.submit(await browser.open(link), SET_UP, passwords);
  const app = newCodeApp(keyOn(asked), world.time.now);
  const refused = await browser.submit(asked, SET_UP, { code: wrongCode(world, app) });
  expectEqual(refused.statusCode, 422, `${name} sets an account up by a wrong code`);
  const { crashes } = world;
  const done = await browser.submit(refused, SET_UP, { code: await nextCode(world, app) });
  // If the service crashed, the link was used up and its response was lost.
  expectThat(
    done.statusCode === 303 || world.crashes > crashes,
    () => `${name} cannot set the account up: ${done.body}`,
  );
  noteAct(world, { operator, action: 'operator.set_up', crashes });
  Object.assign(operator, { password, app });
  const { statusCode } = await visitorsBrowser(world).open(link);
  expectThat(statusCode >= 400, () => 'A link to set up works twice.');
}

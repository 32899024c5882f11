import { pick } from '@partner-rating/service/src/platform/random.ts';
import { expectEqual, expectThat } from '../finding.ts';
import { browserOf, visitorsBrowser } from '../world/browser.ts';
import { nextCode, usedCode, wrongCode } from '../world/code-app.ts';
import { isLogIn, OPERATOR_LOG_IN, openAsOperator, submitLogOut } from '../world/operators.ts';
import { OPERATORS } from '../world/people.ts';
import { type Action, upTo } from './action.ts';

const MINUTE = 60_000;
// Half a day ends the tokens of all players too, so it is rare.
const PAUSES = [1, 1, 20, 20, 31, 31, 31, 13 * 60] as const;

/** An operator comes back after a while, to a session that goes on or is over, or logs out. */
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

/** Somebody tries to log in as an operator without all that it takes. */
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

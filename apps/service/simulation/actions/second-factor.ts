import { pick } from '../../src/platform/random.ts';
import { expectEqual, expectThat } from '../finding.ts';
import {
  ACCOUNT_PAGES,
  asksToLogIn,
  browserOf,
  logIn,
  openAccount,
  submitCode,
  submitProven,
  visitorsBrowser,
} from '../world/browser.ts';
import { keyOn, newCodeApp, nextCode, usedCode, wrongCode } from '../world/code-app.ts';
import { runToSuccess } from '../world/command-line.ts';
import { PLAYERS, type Player, type SecondFactor } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { type Action, choose, upTo } from './action.ts';

const PAGE = '/account/second-factor';
const RECOVERY = '/account/recovery-codes';
const codesOn = (body: string) =>
  [...body.matchAll(/<li><code>([^<]+)<\/code><\/li>/g)].map(([, code = '']) => code);

/** A player who logs in with the password alone turns a second factor on, by a code of an app. */
export const turnOnFactor: Action<{ player: number }> = {
  weight: 1,
  pages: [...ACCOUNT_PAGES, `GET ${PAGE}`, `POST ${PAGE}`, `POST ${PAGE}/on`],
  draw: (random) => ({ player: upTo(random, PLAYERS) }),
  play: async (world, { player }) => {
    const known = world.player(player);
    const { name, password } = known;
    if (known.factor !== null) return `${name} has a second factor already.`;
    if ((await openAccount(world, player)) === null) {
      return `${name} cannot log in to turn a second factor on.`;
    }
    const browser = browserOf(world, player);
    const asked = await browser.submit(await browser.open(PAGE), PAGE, { password });
    const app = newCodeApp(keyOn(asked), world.time.now);
    const wrong = { code: wrongCode(world, app) };
    const refused = await browser.submit(asked, `${PAGE}/on`, wrong);
    expectEqual(refused.statusCode, 422, `${name} turns a second factor on by a wrong code`);
    const { crashes } = world;
    const code = await nextCode(world, app);
    const answer = await browser.submit(refused, `${PAGE}/on`, { code });
    // Where the service died, it was on already, and the recovery codes were lost with the answer.
    expectThat(
      answer.statusCode === 200 || (answer.statusCode === 303 && world.crashes > crashes),
      () => `${name} cannot turn a second factor on: ${answer.body}`,
    );
    known.factor = Object.assign(app, { recoveryCodes: codesOn(answer.body) });
    return `${name} turns a second factor on.`;
  },
};

/** A player turns the second factor off by a code. */
export const turnOffFactor: Action<{ player: number }> = {
  weight: 0.3,
  pages: [...ACCOUNT_PAGES, `POST ${PAGE}/off`],
  draw: (random) => ({ player: upTo(random, PLAYERS) }),
  play: async (world, { player: number }) => {
    const player = choose(havingFactor(world), number);
    if (player === undefined) return 'Nobody has a second factor to turn off.';
    const answer = await submitProven(world, player.index, `${PAGE}/off`, {});
    if (answer === null) return `${player.name} cannot log in to turn the second factor off.`;
    expectEqual(answer.statusCode, 303, `${player.name} turns the second factor off`);
    player.factor = null;
    return `${player.name} turns the second factor off.`;
  },
};

const havingFactor = ({ players, model }: World) =>
  players.filter(({ factor, index }) => factor !== null && !model.erased.has(index));

const GUESSES = ['wrong', 'used', 'recovery', 'recovery'] as const;

interface Guess {
  player: number;
  guess: (typeof GUESSES)[number];
  recovery: number;
}

/** Somebody who knows the password types a code: a wrong one or a used one lets nobody in, a recovery code once. */
export const guessCode: Action<Guess> = {
  weight: 0.8,
  pages: ['GET /account', 'POST /account/log-in', 'POST /account/log-in/code'],
  draw: (random) => ({
    player: upTo(random, PLAYERS),
    guess: pick(random, GUESSES),
    recovery: upTo(random, 10),
  }),
  play: async (world, data) => {
    const player = choose(havingFactor(world), data.player);
    const factor = player?.factor ?? null;
    if (player === undefined || factor === null) return 'Nobody has a second factor to be guessed.';
    const { name, index } = player;
    if (world.model.locked.has(index)) return `${name} is locked, and asked for no code.`;
    if (data.guess === 'recovery') {
      return await useRecoveryCode(world, player, factor, data.recovery);
    }
    const code =
      data.guess === 'wrong' ? wrongCode(world, factor) : await consumeCode(world, player);
    expectEqual(
      await isLetIn(world, player, code),
      false,
      `${name} logs in by a ${data.guess} code`,
    );
    return `Somebody tries a ${data.guess} code of ${name}.`;
  },
};

async function useRecoveryCode(
  world: World,
  player: Player,
  { recoveryCodes }: SecondFactor,
  number: number,
): Promise<string> {
  const [code] = recoveryCodes.splice(number % Math.max(1, recoveryCodes.length), 1);
  if (code === undefined) return `${player.name} has no recovery code left.`;
  const { crashes } = world;
  const isIn = await isLetIn(world, player, code);
  expectThat(
    isIn || world.crashes > crashes,
    () => `${player.name} has a recovery code that is refused.`,
  );
  expectEqual(
    await isLetIn(world, player, code),
    false,
    `${player.name} logs in by a recovery code twice`,
  );
  return `${player.name} logs in by a recovery code, and tries it again.`;
}

/** A code by which the player has just logged in. */
async function consumeCode(world: World, { index, factor }: Player): Promise<string> {
  const browser = visitorsBrowser(world);
  const page = await browser.open('/account');
  await logIn(world, browser, { page, player: index, form: '/account/log-in' });
  return factor === null ? '' : usedCode(factor);
}

/** Whether the password and this code let somebody in, in a browser that has never been here. */
async function isLetIn(world: World, { email, password }: Player, code: string): Promise<boolean> {
  const browser = visitorsBrowser(world);
  const page = await browser.open('/account');
  const asked = await browser.submit(page, '/account/log-in', { email, password });
  await browser.submit(asked, '/account/log-in/code', { code });
  return !asksToLogIn(await browser.open('/account'));
}

/** A player makes new recovery codes: the old ones are worth nothing from then on. */
export const renewCodes: Action<{ player: number }> = {
  weight: 0.3,
  pages: [...ACCOUNT_PAGES, 'GET /account', `GET ${RECOVERY}`, `POST ${RECOVERY}`],
  draw: (random) => ({ player: upTo(random, PLAYERS) }),
  play: async (world, { player }) => {
    const known = choose(havingFactor(world), player);
    const factor = known?.factor ?? null;
    if (known === undefined || factor === null)
      return 'Nobody has a second factor to make codes for.';
    const { name, index, password } = known;
    if ((await openAccount(world, index)) === null) return `${name} cannot log in for new codes.`;
    const browser = browserOf(world, index);
    const page = await browser.open(RECOVERY);
    const form = { page, form: RECOVERY, app: factor, values: { password } };
    const answer = await submitCode(world, browser, form);
    const [old] = factor.recoveryCodes;
    factor.recoveryCodes = codesOn(answer.body);
    expectEqual(factor.recoveryCodes.length, 10, `${name} makes new recovery codes`);
    if (old !== undefined) {
      expectEqual(
        await isLetIn(world, known, old),
        false,
        `${name} logs in by an old recovery code`,
      );
    }
    return `${name} makes new recovery codes.`;
  },
};

/** The operator turns off the second factor of a player who lost it. */
export const removeFactor: Action<{ player: number }> = {
  weight: 0.3,
  commands: ['member second-factor remove'],
  draw: (random) => ({ player: upTo(random, PLAYERS) }),
  play: async (world, { player }) => {
    const known = choose(havingFactor(world), player);
    if (known === undefined) return 'Nobody has a second factor to lose.';
    await runToSuccess(world, 'member', 'second-factor', 'remove', '--member', known.memberId);
    known.factor = null;
    return `The operator turns off the second factor of ${known.name}.`;
  },
};

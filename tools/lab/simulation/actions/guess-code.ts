import { pick } from '@partner-rating/service/src/platform/random.ts';
import { expectEqual, expectThat } from '../finding.ts';
import { asksToLogIn, logIn, visitorsBrowser } from '../world/browser.ts';
import { usedCode, wrongCode } from '../world/code-app.ts';
import { PLAYERS, type Player, type SecondFactor } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { type Action, choose, upTo } from './action.ts';

const GUESSES = ['wrong', 'used', 'recovery', 'recovery'] as const;

interface Guess {
  player: number;
  guess: (typeof GUESSES)[number];
  recovery: number;
}

/**
 * Somebody who knows the password enters a code. A wrong or used code is refused. A recovery code
 * works once.
 */
export const guessCode: Action<Guess> = {
  weight: 0.8,
  pages: ['GET /account', 'POST /account/log-in', 'POST /account/log-in/code'],
  draw: (random) => ({
    player: upTo(random, PLAYERS),
    guess: pick(random, GUESSES),
    recovery: upTo(random, 10),
  }),
  play: async (world, data) => {
    const player = choose(world.havingFactor(), data.player);
    const factor = player?.factor ?? null;
    if (player === undefined || factor === null)
      return 'Nobody has two-step verification, so there is no code to guess.';
    const { name, index } = player;
    if (world.model.locked.has(index))
      return `${name} is locked, so the log-in does not ask for a code.`;
    if (data.guess === 'recovery') {
      return await useRecoveryCode(world, player, factor, data.recovery);
    }
    const code =
      data.guess === 'wrong' ? wrongCode(world, factor) : await consumeCode(world, player);
    expectEqual(
      await isLetIn(world, player, code),
      false,
      `${name} logs in with a ${data.guess} code`,
    );
    return `Somebody tries a ${data.guess} code of ${name}.`;
  },
};

/** A player who lost the app logs in with a recovery code. The code does not work again. */
export async function useRecoveryCode(
  world: World,
  player: Player,
  { recoveryCodes }: SecondFactor,
  number: number,
): Promise<string> {
  const [code] = recoveryCodes.splice(number % Math.max(1, recoveryCodes.length), 1);
  if (code === undefined) return `${player.name} has no recovery code left.`;
  const { crashes } = world;
  const isIn = await isLetIn(world, player, code);
  const hasCrashed = world.crashes > crashes;
  expectThat(isIn || hasCrashed, () => `${player.name} has a recovery code that is refused.`);
  // The service crashed during the log-in, so the code may be used or not.
  if (!isIn) return `${player.name} tries to log in with a recovery code.`;
  expectEqual(
    await isLetIn(world, player, code),
    false,
    `${player.name} logs in with a recovery code twice`,
  );
  return `${player.name} logs in with a recovery code, and tries it again.`;
}

/** Logs the player in, and returns the code that this used up. */
async function consumeCode(world: World, { index, factor }: Player): Promise<string> {
  const browser = visitorsBrowser(world);
  const page = await browser.open('/account');
  await logIn(world, browser, { page, player: index, form: '/account/log-in' });
  return factor === null ? '' : usedCode(factor);
}

/** Whether the password and this code log somebody in from a new browser. */
export async function isLetIn(
  world: World,
  { email, password }: Player,
  code: string,
): Promise<boolean> {
  const browser = visitorsBrowser(world);
  const page = await browser.open('/account');
  const asked = await browser.submit(page, '/account/log-in', { email, password });
  await browser.submit(asked, '/account/log-in/code', { code });
  return !asksToLogIn(await browser.open('/account'));
}

import { expectEqual, expectThat } from '../finding.ts';
import {
  ACCOUNT_PAGES,
  browserOf,
  openAccount,
  submitCode,
  submitProven,
} from '../world/browser.ts';
import { keyOn, newCodeApp, nextCode, wrongCode } from '../world/code-app.ts';
import { runToSuccess } from '../world/command-line.ts';
import { PLAYERS } from '../world/people.ts';
import { type Action, choose, upTo } from './action.ts';
import { isLetIn, useRecoveryCode } from './guess-code.ts';

const PAGE = '/account/second-factor';
const RECOVERY = '/account/recovery-codes';
const codesOn = (body: string) =>
  [...body.matchAll(/<li><code>([^<]+)<\/code><\/li>/g)].map(([, code = '']) => code);

/** A player who logs in with only the password turns two-step verification on, with a code of an app. */
export const turnOnFactor: Action<{ player: number }> = {
  weight: 1,
  pages: [...ACCOUNT_PAGES, 'GET /account', ...[`GET ${PAGE}`, `POST ${PAGE}`, `POST ${PAGE}/on`]],
  draw: (random) => ({ player: upTo(random, PLAYERS) }),
  play: async (world, { player }) => {
    const known = world.player(player);
    const { name, password } = known;
    if (known.factor !== null) return `${name} has two-step verification already.`;
    if ((await openAccount(world, player)) === null) {
      return `${name} cannot log in to turn two-step verification on.`;
    }
    const browser = browserOf(world, player);
    const asked = await browser.submit(await browser.open(PAGE), PAGE, { password });
    const app = newCodeApp(keyOn(asked), world.time.now);
    const wrong = { code: wrongCode(world, app) };
    const refused = await browser.submit(asked, `${PAGE}/on`, wrong);
    expectEqual(refused.statusCode, 422, `${name} turns two-step verification on by a wrong code`);
    const { crashes } = world;
    const code = await nextCode(world, app);
    const answer = await browser.submit(refused, `${PAGE}/on`, { code });
    // If the service crashed, two-step verification was already on, and the recovery codes were lost with the answer.
    expectThat(
      answer.statusCode === 200 || (answer.statusCode === 303 && world.crashes > crashes),
      () => `${name} cannot turn two-step verification on: ${answer.body}`,
    );
    const factor = Object.assign(app, { recoveryCodes: codesOn(answer.body) });
    known.factor = factor;
    const used = await useRecoveryCode(world, known, factor, 0);
    return `${name} turns two-step verification on. ${used}`;
  },
};

/** A player turns two-step verification off by a code. */
export const turnOffFactor: Action<{ player: number }> = {
  weight: 0.3,
  pages: [...ACCOUNT_PAGES, `POST ${PAGE}/off`],
  draw: (random) => ({ player: upTo(random, PLAYERS) }),
  play: async (world, { player: number }) => {
    const player = choose(world.havingFactor(), number);
    if (player === undefined) return 'Nobody has two-step verification to turn off.';
    const answer = await submitProven(world, player.index, `${PAGE}/off`, {});
    if (answer === null) return `${player.name} cannot log in to turn two-step verification off.`;
    expectEqual(answer.statusCode, 303, `${player.name} turns two-step verification off`);
    player.factor = null;
    return `${player.name} turns two-step verification off.`;
  },
};

/** A player makes new recovery codes: the old codes no longer work. */
export const renewCodes: Action<{ player: number }> = {
  weight: 0.3,
  pages: [...ACCOUNT_PAGES, 'GET /account', `GET ${RECOVERY}`, `POST ${RECOVERY}`],
  draw: (random) => ({ player: upTo(random, PLAYERS) }),
  play: async (world, { player }) => {
    const known = choose(world.havingFactor(), player);
    const factor = known?.factor ?? null;
    if (known === undefined || factor === null)
      return 'Nobody has two-step verification to make codes for.';
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

/** The operator turns off two-step verification for a player who lost it. */
export const removeFactor: Action<{ player: number }> = {
  weight: 0.3,
  commands: ['member second-factor remove'],
  draw: (random) => ({ player: upTo(random, PLAYERS) }),
  play: async (world, { player }) => {
    const known = choose(world.havingFactor(), player);
    if (known === undefined) return 'Nobody has two-step verification to turn off.';
    await runToSuccess(world, 'member', 'second-factor', 'remove', known.memberId);
    known.factor = null;
    return `The operator turns off two-step verification for ${known.name}.`;
  },
};

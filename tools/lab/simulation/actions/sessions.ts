import { expectEqual } from '../finding.ts';
import {
  ACCOUNT_PAGES,
  asksToLogIn,
  browserOf,
  logIn,
  openAccount,
  submitAccountForm,
  visitorsBrowser,
} from '../world/browser.ts';
import { PLAYERS } from '../world/people.ts';
import { type Action, upTo } from './action.ts';

/** A player lists the active sessions and logs another browser out. */
export const endSession: Action<{ player: number }> = {
  weight: 0.5,
  pages: [...ACCOUNT_PAGES, 'GET /account', 'GET /account/settings', 'POST /account/sessions/end'],
  draw: (random) => ({ player: upTo(random, PLAYERS) }),
  play: async (world, { player }) => {
    const { name } = world.player(player);
    if ((await openAccount(world, player)) === null) return `${name} cannot log in.`;
    const other = visitorsBrowser(world);
    const page = await other.open('/account');
    await logIn(world, other, { page, player, form: '/account/log-in' });
    expectEqual(asksToLogIn(await other.open('/account')), false, `${name} logs in elsewhere`);
    const account = (await openAccount(world, player, '/account/settings')) ?? '';
    for (const [, session = ''] of account.matchAll(/name="session" value="([^"]+)"/g)) {
      await submitAccountForm(world, player, '/account/sessions/end', { session });
    }
    expectEqual(asksToLogIn(await other.open('/account')), true, `${name} is logged out elsewhere`);
    expectEqual(
      asksToLogIn(await browserOf(world, player).open('/account')),
      false,
      `${name} ended other sessions, and is logged out`,
    );
    return `${name} logs another browser out.`;
  },
};

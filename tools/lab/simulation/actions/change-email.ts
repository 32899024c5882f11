import { expectEqual, expectThat } from '../finding.ts';
import {
  ACCOUNT_PAGES,
  browserOf,
  openAccount,
  submitProven,
  visitorsBrowser,
} from '../world/browser.ts';
import { linkMailedTo, noteRequestedMail } from '../world/mailbox.ts';
import { PLAYERS } from '../world/people.ts';
import { type Action, upTo } from './action.ts';

const HOUR = 3_600_000;
const CONFIRM = '/account/email/confirm';

/** A player changes the email address. The new address counts after the player follows the link in time. */
export const changeEmail: Action<{ player: number; number: number; hours: number }> = {
  weight: 0.5,
  pages: [...ACCOUNT_PAGES, 'POST /account/email', `GET ${CONFIRM}`, `POST ${CONFIRM}`],
  draw: (random) => ({
    player: upTo(random, PLAYERS),
    number: upTo(random, 1e6),
    hours: random() < 0.9 ? 0 : 25,
  }),
  play: async (world, { player, number, hours }) => {
    const known = world.player(player);
    const { name, firstName, lastName } = known;
    const email = `${firstName}.${lastName}.${number}-${world.time.now}@example.com`.toLowerCase();
    if (!noteRequestedMail(world, `address of ${name}`)) {
      return `${name} asked for too many links to another email address.`;
    }
    const link = await linkMailedTo(world, email, async () => {
      const asked = await submitProven(world, player, '/account/email', { email });
      if (asked !== null) expectEqual(asked.statusCode, 303, `${name} asks for another address`);
    });
    if (link === null) return `${name} wants another email address, and gets no mail now.`;
    await world.time.pass(hours * HOUR);
    const browser = visitorsBrowser(world);
    const page = await browser.open(link);
    if (hours >= 24) {
      expectThat(page.statusCode >= 400, () => `A link to an address works after ${hours} hours.`);
      return `${name} follows the link to another email address too late.`;
    }
    const { crashes } = world;
    const answer = await browser.submit(page, CONFIRM, {});
    // If the service crashed, the link was used up and its response was lost.
    expectThat(
      answer.statusCode === 303 || world.crashes > crashes,
      () => `${name} cannot confirm an email address: ${answer.body}`,
    );
    known.email = email;
    browserOf(world, player).cookies.clear();
    const isIn = (await openAccount(world, player)) !== null;
    expectEqual(isIn, !world.model.locked.has(player), `${name} logs in with the new address`);
    return `${name} has another email address.`;
  },
};

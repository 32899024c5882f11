import {
  queueDueMails,
  queueRecaps,
} from '@partner-rating/service/src/account/queue-player-mails.ts';
import { pick } from '@partner-rating/service/src/platform/random.ts';
import { expectEqual, expectThat } from '../finding.ts';
import { ACCOUNT_PAGES, openAccount, submitAccountForm } from '../world/browser.ts';
import { get, operate, send } from '../world/network.ts';
import { PLAYERS } from '../world/people.ts';
import { type Action, choose, upTo } from './action.ts';

// The delay before the dispatcher's first pass, and the lease of a mail whose process crashed.
const UNTIL_SENT = 130_000;

/** The service sends pending mails to players about their matches. */
export const mailPlayers: Action<{ steps: number }> = {
  weight: 1.5,
  draw: (random) => ({ steps: 1 + upTo(random, 3) }),
  play: async (world, { steps }) => {
    const earlier = world.mails.length;
    for (let step = 0; step < steps; step += 1) {
      await operate(world, async () => await queueDueMails(world.dependencies));
      await operate(world, async () => await queueRecaps(world.dependencies));
    }
    await world.time.pass(UNTIL_SENT);
    await world.time.rest();
    if (world.link.isCut) await world.crash();
    const sent = world.mails.slice(earlier).filter(({ stopAddress }) => stopAddress !== null);
    // A mail from a crashed process is sent again with its id.
    const ids = Map.groupBy(sent, ({ stopAddress }) => stopAddress);
    for (const [address, mails] of ids) {
      const count = new Set(mails.map(({ id }) => id)).size;
      expectEqual(count, 1, `The mails that ${address} ends, within minutes`);
    }
    for (const { to, text } of sent) {
      const other = world.players.find(({ email }) => email !== to && text.includes(email));
      expectThat(other === undefined, () => `A mail to ${to} names the address of ${other?.name}.`);
    }
    return `The service mails players about their matches (${sent.length}).`;
  },
};

const KINDS = ['results-waiting', 'dispute-answered', 'weekly-recap'] as const;

/** A player turns one kind of mail on or off, and the settings show it. */
export const chooseMails: Action<{
  player: number;
  mail: (typeof KINDS)[number];
  wanted: 'on' | 'off';
}> = {
  weight: 0.5,
  pages: [...ACCOUNT_PAGES, 'GET /account/settings', 'POST /account/mails'],
  draw: (random) => ({
    player: upTo(random, PLAYERS),
    mail: pick(random, KINDS),
    wanted: pick(random, ['on', 'off'] as const),
  }),
  play: async (world, { player, mail, wanted }) => {
    const { name } = world.player(player);
    const answer = await submitAccountForm(world, player, '/account/mails', { mail, wanted });
    if (answer === null) return `${name} cannot log in to choose mails.`;
    const page = (await openAccount(world, player, '/account/settings')) ?? '';
    const [, isOn] =
      new RegExp(`value="${mail}">\\s*<button[^>]*aria-checked="(\\w+)"`).exec(page) ?? [];
    expectEqual(isOn, String(wanted === 'on'), `The mails ${mail} of ${name}`);
    return `${name} turns the mails ${mail} ${wanted}.`;
  },
};

const STOP = '/account/mails/stop';

/**
 * A player, or their mail program, follows an unsubscribe link, perhaps long after the mail
 * arrived.
 */
export const stopMails: Action<{ mail: number; isOpened: boolean }> = {
  weight: 0.5,
  pages: [`GET ${STOP}`, `POST ${STOP}`],
  draw: (random) => ({ mail: upTo(random, 1_000), isOpened: random() < 0.5 }),
  play: async (world, { mail, isOpened }) => {
    const stoppable = world.mails.flatMap(({ stopAddress }) => stopAddress ?? []);
    const address = choose(stoppable, mail)?.replace(world.dependencies.publicUrl, '');
    if (address === undefined) return 'Nobody has a mail that they can stop.';
    if (isOpened)
      expectEqual((await send(world, get(address))).statusCode, 200, 'The page of a link');
    const { statusCode } = await send(world, {
      method: 'POST',
      url: address,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expectEqual(statusCode, 200, 'The request of a mail program');
    const token = new URLSearchParams(address.split('?')[1]).get('token');
    const row = await world.dependencies.database
      .selectFrom('player_mail')
      .select('is_wanted')
      .where('token', '=', token)
      .executeTakeFirst();
    // The mails of an erased account are deleted.
    expectThat(
      row === undefined || row.is_wanted === false,
      () => 'A mail is stopped, and still wanted.',
    );
    return 'Somebody stops mails by the link of one.';
  },
};

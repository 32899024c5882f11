import { pick } from '@partner-rating/service/src/platform/random.ts';
import { expectEqual, expectThat } from '../finding.ts';
import { ACCOUNT_PAGES, openAccount, visitorsBrowser } from '../world/browser.ts';
import { runToSuccess } from '../world/command-line.ts';
import { linkMailedTo } from '../world/mailbox.ts';
import { PLAYERS } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { type Action, upTo } from './action.ts';

const HOUR = 3_600_000;

interface Register {
  number: number;
  hours: number;
  isUsedTwice: boolean;
}

/** Somebody registers and confirms the address with the link in the mail, once and in time. */
export const register: Action<Register> = {
  weight: 0.8,
  pages: [
    'GET /account',
    ...['GET /account/register', 'POST /account/register'],
    ...['GET /account/register/confirm', 'POST /account/register/confirm'],
  ],
  draw: (random) => ({
    number: upTo(random, 100_000),
    hours: random() < 0.8 ? 0 : 25,
    isUsedTwice: random() < 0.3,
  }),
  play: async (world, { number, hours, isUsedTwice }) => {
    const email = `newcomer.${number}@example.com`;
    const password = `correct horse ${number}`;
    const browser = visitorsBrowser(world);
    const page = await browser.open('/account/register');
    const link = await linkMailedTo(world, email, async () => {
      const answer = await browser.submit(page, '/account/register', {
        first_name: 'Nora',
        last_name: 'Newcomer',
        email,
        birth_date: '1988-05-05',
        discoverable: number % 2 === 0 ? 'on' : 'off',
        password,
      });
      expectEqual(answer.statusCode, 200, `${email} cannot register: ${answer.body}`);
    });
    if (link === null) return `${email} registers, but mail cannot be delivered now.`;
    await world.time.pass(hours * HOUR);
    const { crashes } = world;
    const confirm = async () => {
      const opened = await browser.open(link);
      if (opened.statusCode >= 400) return opened.statusCode;
      return (await browser.submit(opened, '/account/register/confirm', { password })).statusCode;
    };
    const status = await confirm();
    if (hours >= 24) {
      expectThat(status >= 400, () => `A link to register works after ${hours} hours.`);
      return `${email} registers, and opens the mail too late.`;
    }
    // If the service crashed, the link may be used up.
    if (world.crashes > crashes) return `${email} registers as the service dies.`;
    expectEqual(status, 303, `${email} follows the link of the mail.`);
    const account = await browser.open('/account');
    expectThat(account.body.includes('Nora'), () => `${email} registered and is not logged in.`);
    if (!isUsedTwice) return `${email} registers.`;
    const again = await confirm();
    expectThat(again >= 400, () => `A link to register worked twice: ${again}`);
    return `${email} registers, and tries the link once more.`;
  },
};

interface Forget {
  player: number;
  word: number;
  by: 'mail' | 'operator' | 'reset';
}

/** A player forgot the password and sets a new one with a link from a mail or from the operator. */
export const forgetPassword: Action<Forget> = {
  weight: 1,
  commands: ['member link', 'member reset'],
  pages: [
    ...['GET /account/password/forgotten', 'POST /account/password/forgotten'],
    ...['GET /account/password/new', 'POST /account/password/new', ...ACCOUNT_PAGES],
  ],
  draw: (random) => ({
    player: upTo(random, PLAYERS),
    word: upTo(random, 1e6),
    by: pick(random, ['mail', 'operator', 'reset'] as const),
  }),
  play: async (world, { player, word, by }) => {
    const known = world.player(player);
    const { name } = known;
    const { model } = world;
    if (model.erased.has(player)) return `${name} is erased and has no password to forget.`;
    const { crashes } = world;
    const link = await linkFor(world, player, by);
    if (link === null) return `${name} forgets the password, and gets no link.`;
    if (by === 'reset') {
      known.password = '';
      model.revokeWhere((token) => token.player === player);
    }
    const browser = visitorsBrowser(world);
    const newPassword = `forgotten horse ${word}`;
    const page = await browser.open(link);
    expectEqual(page.statusCode, 200, `${name} follows a link to a new password.`);
    const values = { new_password: newPassword, again: newPassword };
    const answer = await browser.submit(page, '/account/password/new', values);
    known.password = newPassword;
    if (world.crashes > crashes) return `${name} chooses a new password as the service dies.`;
    expectEqual(answer.statusCode, 303, `${name} chooses a new password.`);
    const used = await browser.open(link);
    expectThat(used.statusCode >= 400, () => 'A link to a new password works twice.');
    const isIn = (await openAccount(world, player)) !== null;
    expectEqual(isIn, !model.locked.has(player), `${name} has a new password, and logs in.`);
    return `${name} forgets the password, and chooses a new one (${by}).`;
  },
};

async function linkFor(world: World, player: number, by: Forget['by']): Promise<string | null> {
  const { email } = world.player(player);
  if (by === 'mail') {
    const browser = visitorsBrowser(world);
    const page = await browser.open('/account/password/forgotten');
    return await linkMailedTo(world, email, async () => {
      await browser.submit(page, '/account/password/forgotten', { email });
    });
  }
  const words =
    by === 'reset' ? ['reset', email] : ['link', '--purpose', 'reset', '--email', email];
  const [made] = await runToSuccess(world, 'member', ...words);
  const link = made?.link;
  return typeof link === 'string' ? link.replace(world.dependencies.publicUrl, '') : null;
}

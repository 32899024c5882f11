// Actions of players on their account pages.

import { pick } from '@partner-rating/service/src/platform/random.ts';
import { expectEqual, expectThat } from '../finding.ts';
import {
  ACCOUNT_PAGES,
  browserOf,
  openAccount,
  submitAccountForm,
  submitProven,
} from '../world/browser.ts';
import { get, send } from '../world/network.ts';
import { PLAYERS } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { type Action, choose, upTo } from './action.ts';

const PAGES = [
  '/account',
  '/account/matches',
  '/account/settings',
  '/account/activity',
  '/account/claims',
  '/account/email',
  '/account/erase',
  '/account/second-factor',
  '/account/what-if',
] as const;

/** A player opens a page of their account. */
export const readAccount: Action<{ player: number; page: (typeof PAGES)[number] }> = {
  weight: 2,
  pages: [...ACCOUNT_PAGES, ...PAGES.map((page) => `GET ${page}`)],
  draw: (random) => ({ player: upTo(random, PLAYERS), page: pick(random, PAGES) }),
  play: async (world, { player, page }) => {
    const { name, firstName, email } = world.player(player);
    const body = await openAccount(world, player, page);
    expectMayLogIn(world, player, body !== null);
    if (body === null) return `${name} cannot log in to read ${page}.`;
    expectThat(
      page !== '/account' || body.includes(firstName),
      () => `The account page of ${name} does not name them.`,
    );
    const others = world.players.filter((one) => one.email !== email);
    const shown = others.find((one) => body.includes(one.email));
    expectThat(shown === undefined, () => `${page} shows ${name} the address of ${shown?.name}.`);
    return `${name} reads ${page}.`;
  },
};

/** Players who are neither locked nor erased can log in, and nobody else can. */
function expectMayLogIn({ model }: World, player: number, isIn: boolean): void {
  const isOut = model.locked.has(player) || model.erased.has(player);
  expectEqual(isIn, !isOut, `Player ${player} logged in, or could not.`);
}

const PROFILE = '/account/profile';

/** A player changes the city, and the settings show it. */
export const editProfile: Action<{ player: number; city: string }> = {
  weight: 0.5,
  pages: [...ACCOUNT_PAGES, 'GET /account/settings', `GET ${PROFILE}`, `POST ${PROFILE}`],
  draw: (random) => ({
    player: upTo(random, PLAYERS),
    city: pick(random, ['Austin', 'Dallas', 'San Antonio']),
  }),
  play: async (world, { player, city }) => {
    const { name } = world.player(player);
    if ((await openAccount(world, player)) === null) return `${name} cannot log in to move.`;
    const browser = browserOf(world, player);
    const page = await browser.open(PROFILE);
    const selected = [...page.body.matchAll(SELECTED)].map(([, field = '', value = '']) => [
      field,
      value,
    ]);
    const values: Record<string, string> = { ...Object.fromEntries(selected), city };
    const { statusCode } = await browser.submit(page, PROFILE, values);
    expectEqual(statusCode, 303, `${name} moves to ${city}`);
    const settings = (await browser.open('/account/settings')).body;
    expectThat(settings.includes(city), () => `The settings of ${name} do not name ${city}.`);
    return `${name} moves to ${city}.`;
  },
};

// The selected options of the form's lists.
const SELECTED = /<select id="(\w+)"[\s\S]*?<option value="(\w*)" selected>/g;

const SHARING = '/account/sharing';

const ITEMS = ['rating', 'peak', 'rank', 'location', 'record', 'chart'] as const;

/**
 * A player chooses what a share page shows and who may see it, changes its address, or turns it
 * off.
 */
export const share: Action<{
  player: number;
  act: 'share' | 'save' | 'new-address' | 'end';
  item: (typeof ITEMS)[number][];
}> = {
  weight: 2,
  pages: [...ACCOUNT_PAGES, `GET ${SHARING}`, `POST ${SHARING}`],
  draw: (random) => ({
    player: upTo(random, PLAYERS),
    act: pick(random, ['share', 'share', 'save', 'new-address', 'end'] as const),
    item: ITEMS.filter(() => random() < 0.5),
  }),
  play: async (world, { player, act, item }) => {
    const { name } = world.player(player);
    const { model } = world;
    if ((await submitAccountForm(world, player, SHARING, { act, item })) === null) {
      return `${name} cannot log in to share a page.`;
    }
    const page = await openAccount(world, player, SHARING);
    const address = /\/players\/[\w-]{43}/.exec(page ?? '')?.[0] ?? null;
    const before = model.shared.get(player) ?? null;
    const isShared = act === 'share' || (act !== 'end' && before !== null);
    expectEqual(address !== null, isShared, `${name} has a share page after: ${act}.`);
    const isMoved = act === 'new-address' || before === null;
    expectThat(
      address === null || (address !== before) === isMoved,
      () => `The share page of ${name} is at ${address} after: ${act}.`,
    );
    if (address !== null) model.sharedPages.set(address, player);
    model.shared.set(player, address);
    if (act === 'save' || (act === 'share' && before === null)) model.sharedItems.set(player, item);
    return `${name} does with the share page: ${act} (${item.join(', ')}).`;
  },
};

// What a page must contain if it shows an item of a rated player. There may be no rank.
const SIGNS: Partial<Record<(typeof ITEMS)[number], string>> = {
  rating: '<p class="rating">',
  peak: '<dt>Peak',
  chart: '<svg class="chart"',
};

/** A visitor opens a share page, perhaps long after it was shared, and a site shows its picture. */
export const openShared: Action<{ page: number }> = {
  weight: 1,
  pages: ['GET /players/:secret', 'GET /players/:secret/picture.png'],
  draw: (random) => ({ page: upTo(random, 1_000) }),
  play: async (world, { page }) => {
    const { model } = world;
    const [address, player] = choose([...model.sharedPages], page) ?? [];
    if (address === undefined || player === undefined) return 'Nobody has shared a page.';
    const { name, email, lastName } = world.player(player);
    const answer = await send(world, get(address));
    // The page of a locked account shows nothing, because nobody could turn it off.
    const isGone = model.erased.has(player) || model.locked.has(player);
    const isShown = model.shared.get(player) === address && !isGone;
    expectEqual(answer.statusCode, isShown ? 200 : 404, `The shared page of ${name}`);
    const picture = await send(world, get(`${address}/picture.png`));
    expectEqual(picture.statusCode, answer.statusCode, `The picture of the shared page of ${name}`);
    const items = model.sharedItems.get(player) ?? [];
    const unticked = Object.entries(SIGNS).filter(([item]) => !items.includes(item));
    const shown = unticked.find(([, sign]) => answer.body.includes(sign));
    expectThat(shown === undefined, () => `The shared page of ${name} shows the ${shown?.[0]}.`);
    expectThat(
      !answer.body.includes(email) && !answer.body.includes(lastName),
      () => `The shared page of ${name} says more than the name on the card.`,
    );
    return `Somebody opens the page that ${name} shared (${answer.statusCode}).`;
  },
};

const LEAVES = ['log out', 'end the other sessions', 'change the password'] as const;

/** A player logs out, ends the other sessions, or changes the password. */
export const secure: Action<{
  player: number;
  act: (typeof LEAVES)[number];
  word: number;
  isWrong: boolean;
}> = {
  weight: 1.5,
  pages: [
    ...ACCOUNT_PAGES,
    ...['POST /account/log-out', 'POST /account/sessions/end-others', 'POST /account/password'],
  ],
  draw: (random) => ({
    player: upTo(random, PLAYERS),
    act: pick(random, LEAVES),
    word: upTo(random, 1e6),
    isWrong: random() < 0.2,
  }),
  play: async (world, { player, act, word, isWrong }) => {
    const known = world.player(player);
    const { name, password } = known;
    const submitted = async (path: string, values: Record<string, string>) =>
      (await submitAccountForm(world, player, path, values)) !== null;
    if (act === 'log out') {
      if (!(await submitted('/account/log-out', {}))) return `${name} cannot log in to log out.`;
      return `${name} logs out.`;
    }
    if (act === 'end the other sessions') {
      if (!(await submitted('/account/sessions/end-others', {}))) return `${name} cannot log in.`;
      return `${name} ends the other sessions.`;
    }
    const newPassword = `better horse ${word}`;
    const values = {
      password: isWrong ? 'wrong horse' : password,
      new_password: newPassword,
      again: newPassword,
    };
    const { crashes } = world;
    const answer = await submitProven(world, player, '/account/password', values);
    if (answer === null) return `${name} cannot log in.`;
    if (isWrong) {
      expectEqual(answer.statusCode, 422, `${name} changes a password that they do not know`);
      return `${name} does not know the old password.`;
    }
    known.password = newPassword;
    // If the service crashed, the form may already have been applied, and the old password is then
    // wrong.
    if (world.crashes === crashes) {
      browserOf(world, player).cookies.clear();
      expectThat(
        (await openAccount(world, player)) !== null,
        () => `${name} changed the password, and cannot log in with the new one.`,
      );
    }
    return `${name} changes the password.`;
  },
};

/** A player exports everything that is stored about them. */
export const exportAccount: Action<{ player: number }> = {
  weight: 0.5,
  pages: [...ACCOUNT_PAGES, 'POST /account/export'],
  draw: (random) => ({ player: upTo(random, PLAYERS) }),
  play: async (world, { player }) => {
    const { name, email, memberId } = world.player(player);
    const answer = await submitAccountForm(world, player, '/account/export', {});
    if (answer === null) return `${name} cannot log in to take their data home.`;
    const exported = answer.json() as { profile: { id: string; email: string } };
    expectEqual(
      [exported.profile.id, exported.profile.email],
      [memberId, email],
      `The export of ${name} is of somebody else.`,
    );
    const others = world.players.filter((one) => one.email !== email);
    const shown = others.find((one) => answer.body.includes(one.email));
    expectThat(
      shown === undefined,
      () => `The export of ${name} has the address of ${shown?.name}.`,
    );
    return `${name} takes their data home.`;
  },
};

/** A player erases their account. */
export const eraseOwn: Action<{ player: number }> = {
  weight: 0.5,
  pages: [...ACCOUNT_PAGES, 'POST /account/erase'],
  draw: (random) => ({ player: upTo(random, PLAYERS) }),
  play: async (world, { player }) => {
    const { name } = world.player(player);
    const { model } = world;
    if (model.erased.size >= 2) return 'Nobody else wants to erase their account.';
    const answer = await submitProven(world, player, '/account/erase', { confirm: 'yes' });
    if (answer === null) return `${name} cannot log in to erase the account.`;
    expectEqual(answer.statusCode, 303, `${name} erases the account`);
    model.erase(player, world.time.now);
    return `${name} erases their account.`;
  },
};

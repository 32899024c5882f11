import { pick } from '@partner-rating/service/src/platform/random.ts';
import { expectEqual } from '../finding.ts';
import { browserOf } from '../world/browser.ts';
import { PLAYERS } from '../world/people.ts';
import { type Action, upTo } from './action.ts';

// Addresses to which forms are sent, opened directly in the browser.
const FORMS = [
  '/connect/log-in',
  '/connect/log-in/code',
  '/connect/consent',
  '/connect/log-out',
  '/account/log-in',
  '/account/log-in/code',
  '/account/log-out',
  '/account/second-factor/on',
  '/account/second-factor/off',
  '/account/sessions/end',
  '/account/sessions/end-others',
  '/account/discovery',
  '/account/mails',
  '/account/results',
  '/account/export',
] as const;

const OTHERS = { '/': 200, '/operator/log-in': 303, '/operator/log-out': 303 } as const;

const addresses: readonly (readonly [path: string, status: number])[] = [
  ...FORMS.map((path) => [path, 405] as const),
  ...Object.entries(OTHERS),
];

/** Somebody opens an address that has no page. Nothing changes. */
export const loadAddress: Action<{ player: number; address: readonly [string, number] }> = {
  weight: 0.5,
  pages: addresses.map(([path]) => `GET ${path}`),
  draw: (random) => ({ player: upTo(random, PLAYERS), address: pick(random, addresses) }),
  play: async (world, { player, address: [path, status] }) => {
    const answer = await browserOf(world, player).open(path);
    expectEqual(answer.statusCode, status, `${path} is loaded`);
    if (status === 405) expectEqual(answer.headers.allow, 'POST', `What ${path} allows`);
    return `Somebody loads ${path}.`;
  },
};

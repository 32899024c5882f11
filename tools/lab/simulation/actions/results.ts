import { pick } from '@partner-rating/service/src/platform/random.ts';
import { ACCOUNT_PAGES, submitAccountForm } from '../world/browser.ts';
import { PLAYERS } from '../world/people.ts';
import { type Action, choose, upTo } from './action.ts';

const ANSWERS = ['confirm', 'confirm', 'deny', 'dispute', 'distinct'] as const;

/** A player responds to a reported result on the account page. */
export const answerResult: Action<{
  match: number;
  player: number;
  answer: (typeof ANSWERS)[number];
}> = {
  weight: 8,
  pages: [...ACCOUNT_PAGES, 'POST /account/results'],
  draw: (random) => ({
    match: upTo(random, 1_000),
    player: upTo(random, 4),
    answer: pick(random, ANSWERS),
  }),
  play: async (world, { match: number, player: seat, answer }) => {
    const match = choose(world.model.matches, number);
    const memberId = match && choose(match.players, seat);
    const player = world.players.find((one) => one.memberId === memberId);
    if (match === undefined || player === undefined) return 'There is no result to answer.';
    const values = { match: match.id, answer, reason: 'wrong_score' };
    if ((await submitAccountForm(world, player.index, '/account/results', values)) === null) {
      return `${player.name} cannot log in to answer a result.`;
    }
    const key = `${match.id} ${player.memberId}`;
    if (answer === 'confirm' && !match.isVoided) world.model.responses.set(key, 'confirmed');
    return `${player.name} says of a result: ${answer}.`;
  },
};

/** A player changes whether others can find them. */
export const changeDiscovery: Action<{ player: number; wanted: 'on' | 'off' }> = {
  weight: 3,
  pages: [...ACCOUNT_PAGES, 'POST /account/discovery'],
  draw: (random) => ({
    player: upTo(random, PLAYERS),
    wanted: pick(random, ['on', 'off'] as const),
  }),
  play: async (world, { player, wanted }) => {
    const { name } = world.player(player);
    const values = { discoverable: wanted };
    if ((await submitAccountForm(world, player, '/account/discovery', values)) === null) {
      return `${name} cannot log in to be shown or hidden.`;
    }
    if (wanted === 'on') world.model.hidden.delete(player);
    else world.model.hidden.add(player);
    return `${name} chooses ${wanted === 'on' ? '' : 'not '}to be found.`;
  },
};

import { type Action, choose, upTo } from './action.ts';
import { connect } from './connect.ts';

const { operations = [], pages = [] } = connect;

/** A player who is connected grants all but one of what they granted, as tokens live and events wait to be sent. */
export const grantLess: Action<{ grant: number; scope: number }> = {
  weight: 2,
  operations,
  pages,
  draw: (random) => ({ grant: upTo(random, 1_000), scope: upTo(random, 6) }),
  play: async (world, { grant: number, scope }) => {
    const grant = choose(world.model.grantsNow(), number);
    if (grant === undefined) return 'Nobody is connected who could grant less.';
    const { partner, player, scopes } = grant;
    const withdrawn = choose(scopes, scope);
    const left = scopes.filter((one) => one !== withdrawn);
    return await connect.play(world, {
      ...{ partner, player, asked: left, ticked: left, start: 'address', decision: 'allow' },
      ...{ secondsToExchange: 1, isExchangedTwice: false, logsOutFirst: false },
    });
  },
};

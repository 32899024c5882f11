import { pick } from '@partner-rating/service/src/platform/random.ts';
import { expectEqual } from '../finding.ts';
import { ACCOUNT_PAGES, openAccount, submitAccountForm } from '../world/browser.ts';
import { post, sendAs } from '../world/network.ts';
import { PARTNERS, PLAYERS } from '../world/people.ts';
import { type Action, upTo } from './action.ts';

const PAGE = '/account/disconnect';

/** A player disconnects an application on the account page, or the application ends the connection. */
export const disconnect: Action<{ partner: number; player: number; by: 'player' | 'partner' }> = {
  weight: 4,
  operations: ['oauth.revoke'],
  pages: [...ACCOUNT_PAGES, `GET ${PAGE}`, `POST ${PAGE}`],
  draw: (random) => ({
    partner: upTo(random, PARTNERS),
    player: upTo(random, PLAYERS),
    by: pick(random, ['player', 'partner'] as const),
  }),
  play: async (world, { partner, player, by }) => {
    const { model } = world;
    const { name: partnerName, clientId } = world.partner(partner);
    const { name, memberId } = world.player(player);
    if (by === 'player') {
      const page = await openAccount(world, player, `${PAGE}?application=${clientId}`);
      if (page === null) return `${name} cannot log in to disconnect ${partnerName}.`;
      expectEqual(
        page.includes(`action="${PAGE}"`),
        model.grantOf(partner, player) !== null,
        `${name} is asked whether to disconnect ${partnerName}`,
      );
      await submitAccountForm(world, player, PAGE, { application: clientId });
      model.disconnect(partner, player, world.time.now);
      return `${name} disconnects ${partnerName}.`;
    }
    const payload = { player_id: memberId };
    const answer = await sendAs(world, partner, post('/api/v1/partner/oauth/revoke', payload));
    if (answer.statusCode === 200) model.disconnect(partner, player, world.time.now);
    return `${partnerName} ends its connection with ${name} (${answer.statusCode}).`;
  },
};

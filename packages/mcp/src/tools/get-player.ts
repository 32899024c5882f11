import * as z from 'zod';
import { playerInput } from '../inputs.ts';
import { type Caller, tool } from '../tool.ts';
import { playerSchema, playerView } from '../views/player.ts';

const descriptions: Record<Caller, string> = {
  application:
    'Returns one player with the ratings of every sport and bracket. Of connected players, you see what they granted; of others, the public card. Needs key:member:read.',
  player:
    'Returns the player with the ratings of every sport and bracket. Needs user:profile:read, and user:rating:read for ratings.',
};

export const getPlayer = (caller: Caller) =>
  tool({
    name: 'get_player',
    title: 'Get a player',
    description: descriptions[caller],
    effect: 'reads',
    input: z.strictObject(playerInput(caller)),
    output: playerSchema,
    call: async (client, { memberId }, options) =>
      playerView(await client.members.get(memberId, {}, options)),
  });

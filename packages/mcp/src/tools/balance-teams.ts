import * as z from 'zod';
import { bracket, sport } from '../inputs.ts';
import { tool } from '../tool.ts';
import { rounded } from '../views/fields.ts';

export const balanceTeams = tool({
  name: 'balance_teams',
  title: 'Balance teams',
  description:
    'Splits 4 to 16 players, a multiple of twice teamSize, into the fairest teams, two teams per court, by their ratings. The first lineup is the fairest. Stores nothing. Needs key:member:read.',
  effect: 'reads',
  input: z.strictObject({
    sport,
    bracket,
    teamSize: z.int().describe('2 for doubles'),
    players: z.array(z.string()).describe('Member ids'),
  }),
  output: z.object({
    lineups: z.array(
      z.object({
        courts: z.array(
          z.object({
            teams: z.array(z.array(z.string())),
            winProbability: z.array(z.number()),
          }),
        ),
        unfairness: z.number().describe('From 0 (even) to 0.5'),
      }),
    ),
  }),
  call: async (client, body, options) => {
    const { lineups } = await client.matches.balance(body, options);
    return {
      lineups: lineups.map(({ courts, unfairness }) => ({
        courts: courts.map(({ teams, winProbability }) => ({
          teams,
          winProbability: winProbability.map(rounded),
        })),
        unfairness: rounded(unfairness),
      })),
    };
  },
});

import * as z from 'zod';
import { bracket, sport, teams } from '../inputs.ts';
import { tool } from '../tool.ts';
import { rounded } from '../views/fields.ts';

export const predictMatches = tool({
  name: 'predict_matches',
  title: 'Predict matches',
  description:
    'Returns the win probability of each team in planned matches, and its reliability (0: a player is unrated). Stores nothing. Needs key:member:read.',
  effect: 'reads',
  input: z.strictObject({
    sport,
    bracket,
    bestOf: z.literal([1, 3, 5, 7]).default(1),
    matches: z.array(z.strictObject({ teams })).max(50),
  }),
  output: z.object({
    predictions: z.array(
      z.object({ winProbability: z.array(z.number()), reliability: z.number() }),
    ),
  }),
  call: async (client, body, options) => {
    const { predictions } = await client.matches.predict(body, options);
    return {
      predictions: predictions.map(({ winProbability, reliability }) => ({
        winProbability: winProbability.map(rounded),
        reliability: rounded(reliability),
      })),
    };
  },
});

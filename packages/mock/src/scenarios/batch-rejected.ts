import { players, type Scenario } from './scenario.ts';

export const batchRejected: Scenario = {
  description:
    'Batches and imports have faults: they are refused whole with 422 and a pointer to each fault, and ' +
    'no rating moves.',
  player: players.mike,
  answers: {
    'matches.submit': 'matches.submit-batch-rejected',
    'matches.importTournament': 'error-batch_rejected',
    'members.listRatingUpdates': 'members.listRatingUpdates-none',
  },
};

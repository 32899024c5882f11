import { players, type Scenario } from './scenario.ts';

export const dryRun: Scenario = {
  description: 'Batches and imports are dry runs: they project changes and store nothing.',
  player: players.mike,
  answers: {
    'matches.submit': 'matches.submit-dry-run',
    'matches.importTournament': 'matches.importTournament-dry-run',
    'members.listRatingUpdates': 'members.listRatingUpdates-none',
  },
};

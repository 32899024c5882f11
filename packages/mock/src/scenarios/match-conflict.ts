import { players, type Scenario } from './scenario.ts';

export const matchConflict: Scenario = {
  description:
    'Matches have the identifiers of stored ones with other content: submitting and importing answer 409.',
  player: players.mike,
  answers: {
    'matches.submit': 'error-match_conflict',
    'matches.importTournament': 'error-match_conflict',
  },
};

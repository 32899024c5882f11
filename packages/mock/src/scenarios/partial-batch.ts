import { players, type Scenario } from './scenario.ts';

export const partialBatch: Scenario = {
  description:
    'A batch sent with partial: true has valid matches, which are rated, and a faulty one.',
  player: players.mike,
  answers: { 'matches.submit': 'matches.submit-partial' },
};

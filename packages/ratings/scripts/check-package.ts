// Checks that the built package rates, predicts, and runs a backtest when it is imported.

import { dirname } from 'node:path';
import { checkPackage } from '@partner-rating/packaging';

const use = `({ rateMatches, winProbability }, { MatchLog, runBacktest }) => {
  const games = [{ scores: [11, 7], winScore: 11, winBy: 2 }];
  const teams = [['ann'], ['bob']];
  const match = { id: '1', sport: 'pickleball', matchDate: new Date(0), brackets: ['overall-open'], teams, games, unrated: new Set() };
  const [ann, bob] = rateMatches([], [match]);
  const [chance] = winProbability([[ann], [bob]], { sport: 'pickleball', winScore: 11, winBy: 2, bestOf: 1 });
  if (!(chance > 0.5)) throw new Error('The winner is not the favourite.');
  const log = new MatchLog();
  log.add({ sport: 'pickleball', playedAt: 0, teams, games, isFinished: true });
  if (runBacktest(log, { minGames: 0, from: 0 }).games !== 1) throw new Error('The backtest does not count a game.');
}`;

await checkPackage(dirname(import.meta.dirname), {
  use: ({ node }) => {
    const paths = ['@partner-rating/ratings', '@partner-rating/ratings/backtest'];
    const imported = paths.map((path) => `await import('${path}')`).join(', ');
    node('--input-type', 'module', '--eval', `(${use})(${imported})`);
    const required = paths.map((path) => `require('${path}')`).join(', ');
    node('--input-type', 'commonjs', '--eval', `(${use})(${required})`);
  },
});

import { fitParameters, type MatchLog } from '@partner-rating/ratings/backtest';

/** Fits parameters to a league, and prints how well they and today's parameters predict it. */
export function printFit(league: MatchLog): void {
  const options = { sport: 'pickleball', discipline: 'singles' } as const;
  const { today, found, difference } = fitParameters(league, options);
  console.log(`Spread: ${found.parameters.startSpread}, today ${today.parameters.startSpread}`);
  console.log(`Log loss of a match: ${found.match.logLoss}, today ${today.match.logLoss}`);
  const { lower = 0, upper = 0 } = difference.match ?? {};
  console.log(upper < 0 ? 'Better beyond chance.' : `Chance reaches from ${lower} to ${upper}.`);
}

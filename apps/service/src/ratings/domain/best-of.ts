/** The chance to win more than half of the games, each of which is won with the same chance. */
export function bestOfProbability(game: number, bestOf: number): number {
  if (bestOf === 1) return game;
  const needed = gamesNeeded(bestOf);
  let ways = 1;
  let sum = 0;
  for (let lost = 0; lost < needed; lost += 1) {
    sum += ways * (1 - game) ** lost;
    ways = (ways * (needed + lost)) / (lost + 1);
  }
  return sum * game ** needed;
}

/** How many games win a match. */
export function gamesNeeded(bestOf: number): number {
  return (bestOf + 1) / 2;
}

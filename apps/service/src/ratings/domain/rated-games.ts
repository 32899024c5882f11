/** The games of a match that count, which are those not marked otherwise. */
export function ratedGames<Game extends { isRated?: boolean }>(games: readonly Game[]): Game[] {
  return games.filter(({ isRated }) => isRated !== false);
}

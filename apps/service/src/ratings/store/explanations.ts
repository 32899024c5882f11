/** Why a match moved a rating, as it is stored with the step. */
export interface StoredExplanation {
  ratingBefore: number;
  gamesWon: number;
  gamesPlayed: number;
  expectedShare: number;
  opponentsRating: number;
  /** By game. */
  contributions: number[];
}

// A row of the history for each player, bracket and match is most of what the service stores, so its
// explanation is a few small integers: everything but the count of games in thousandths, as exact as
// a rating is.
const UNIT = 1_000;

/** An explanation as `rating_change.explanation` holds it. */
export function writeExplanation(explanation: StoredExplanation): number[] {
  const { ratingBefore, gamesWon, expectedShare, opponentsRating, contributions } = explanation;
  return [
    gamesWon,
    ...[ratingBefore, expectedShare, opponentsRating, ...contributions].map(toUnits),
  ];
}

/** The explanation that is stored so, its shares rounded to thousandths. */
export function readExplanation(stored: readonly number[]): StoredExplanation {
  const [gamesWon = 0, ratingBefore = 0, expectedShare = 0, opponentsRating = 0, ...moves] = stored;
  return {
    ratingBefore: ratingBefore / UNIT,
    gamesWon,
    gamesPlayed: moves.length,
    expectedShare: expectedShare / UNIT,
    opponentsRating: opponentsRating / UNIT,
    contributions: moves.map((move) => move / UNIT),
  };
}

function toUnits(value: number): number {
  return Math.round(value * UNIT);
}

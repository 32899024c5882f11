import type { Gender } from '../../platform/database/schema.ts';
import type { Board } from './board.ts';

interface Kind {
  gender: Gender;
  isVerified: boolean;
  /** The column of `standing_tally` that counts it. */
  column: string;
}

const genders: readonly Gender[] = ['MALE', 'FEMALE', 'OTHER', 'UNKNOWN'];

/** The kinds of players that boards tell apart. */
export const kinds: readonly Kind[] = genders.flatMap((gender) =>
  [true, false].map((isVerified) => ({
    gender,
    isVerified,
    column: `${gender.toLowerCase()}_${isVerified ? 'verified' : 'unverified'}`,
  })),
);

/** Of each kind, whether it is on the board: 1 or 0, for `playersOfKinds`. */
export function kindsOn(board: Board): number[] {
  return kinds.map(({ gender, isVerified }) =>
    board.genders.includes(gender) && board.verified.includes(isVerified) ? 1 : 0,
  );
}

/**
 * SQL for how many players of some kinds a row of `standing_tally` counts. The weights are the values
 * from `$first` on: taken out of an array they would cost as much as all the rest of a count.
 */
export function playersOfKinds(first: number): string {
  const terms = kinds.map(({ column }, index) => `${column} * $${first + index}::integer`);
  return `(${terms.join(' + ')})`;
}

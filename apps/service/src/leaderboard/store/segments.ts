import type { Gender } from '../../platform/database/schema.ts';
import type { Board } from './board.ts';

interface Segment {
  gender: Gender;
  isVerified: boolean;
  /** The column of `standing_bucket` that counts it. */
  column: string;
}

const genders: readonly Gender[] = ['MALE', 'FEMALE', 'OTHER', 'UNKNOWN'];

/** The segments of players that boards tell apart. */
export const segments: readonly Segment[] = genders.flatMap((gender) =>
  [true, false].map((isVerified) => ({
    gender,
    isVerified,
    column: `${gender.toLowerCase()}_${isVerified ? 'verified' : 'unverified'}`,
  })),
);

/** For each segment, whether it is on the board: 1 or 0, for `playersOfSegments`. */
export function segmentsOn(board: Board): number[] {
  return segments.map(({ gender, isVerified }) =>
    board.genders.includes(gender) && board.verified.includes(isVerified) ? 1 : 0,
  );
}

/**
 * SQL for how many players of some segments a row of `standing_bucket` counts. The weights are the values
 * from `$first` on: taken out of an array they would cost as much as all the rest of a count.
 */
export function playersOfSegments(first: number): string {
  const terms = segments.map(({ column }, index) => `${column} * $${first + index}::integer`);
  return `(${terms.join(' + ')})`;
}

import { createHash } from 'node:crypto';
import type { Board, Standing } from '../store/board.ts';

/** A board as a page shows it: all of it, or only those with this part, folded, in their names. */
export interface BoardView {
  board: Board;
  part: string | null;
}

/** Where a page ended. It is of use on the same board only. */
export function encodeBoardCursor(view: BoardView, { distance, memberNumber }: Standing): string {
  const content = [fingerprint(view), distance, memberNumber];
  return Buffer.from(JSON.stringify(content)).toString('base64url');
}

/** The position a cursor stands for; null for a text that is none of this board's. */
export function decodeBoardCursor(view: BoardView, cursor: string): Standing | null {
  const text = Buffer.from(cursor, 'base64url').toString();
  const match = /(\d{1,4}),([1-9]\d{0,15})/.exec(text);
  if (match === null) return null;
  const position = { distance: Number(match[1]), memberNumber: Number(match[2]) };
  // Base64 passes over what it does not know, so only what comes out the same again is a cursor.
  return encodeBoardCursor(view, position) === cursor ? position : null;
}

const FINGERPRINT_BYTES = 9;

function fingerprint({ board, part }: BoardView): string {
  // What the application sees otherwise may change between two pages of one board.
  const { exceptions: _, ...named } = board;
  return createHash('sha256')
    .update(JSON.stringify({ board: named, part }))
    .digest()
    .subarray(0, FINGERPRINT_BYTES)
    .toString('base64url');
}

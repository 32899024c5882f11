import { describe, expect, it } from 'vitest';
import { toBoard } from './board.ts';
import { decodeBoardCursor, encodeBoardCursor } from './board-cursor.ts';

const board = toBoard({
  sport: 'pickleball',
  category: 'overall',
  ageBracket: 'open',
  scope: 'global',
  verifiedOnly: false,
  minGames: 0,
});
const view = { board, part: null };

describe('a cursor of a board', () => {
  it.each([
    { distance: 0, memberNumber: 1 },
    { distance: 6_000, memberNumber: Number.MAX_SAFE_INTEGER },
  ])('comes back as it was made: $distance, $memberNumber', (position) => {
    const cursor = encodeBoardCursor(view, position);
    expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,512}$/);
    expect(decodeBoardCursor(view, cursor)).toEqual(position);
  });

  it('is none of another board, nor of a search on the same', () => {
    const cursor = encodeBoardCursor(view, { distance: 3_732, memberNumber: 10_482 });
    expect(decodeBoardCursor({ ...view, board: { ...board, minGames: 1 } }, cursor)).toBeNull();
    expect(decodeBoardCursor({ ...view, part: '' }, cursor)).toBeNull();
  });

  it.each([
    '',
    'eyJhZnRlciI6MTA1MTd9',
    'x'.repeat(512),
    `${encodeBoardCursor(view, { distance: 1, memberNumber: 1 })}==`,
    encodeBoardCursor(view, { distance: -1, memberNumber: 1 }),
    encodeBoardCursor(view, { distance: 1, memberNumber: 0.5 }),
  ])('is refused where it is none of ours: %j', (cursor) => {
    expect(decodeBoardCursor(view, cursor)).toBeNull();
  });
});

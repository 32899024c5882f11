import { describe, expect, it } from 'vitest';
import { decodeUpdateCursor, encodeUpdateCursor } from './update-cursor.ts';

describe('a cursor of updates', () => {
  it.each([
    [0, 1],
    [733, 12],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ])('comes back as it was made: %i, %i', (transactionId, position) => {
    const cursor = encodeUpdateCursor({ transactionId, position });
    expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,512}$/);
    expect(decodeUpdateCursor(cursor)).toEqual({ transactionId, position });
  });

  it.each([
    '',
    `${encodeUpdateCursor({ transactionId: 1, position: 1 })}x`,
    'eyJhZnRlciI6MTA1MTd9',
    ...[
      '{"before":1}',
      '{"after":[1]}',
      '{"after":[-1,1]}',
      '{"after":[1,0]}',
      '{"after":[1,9007199254740992]}',
      '{"after":[9007199254740992,1]}',
    ].map((text) => Buffer.from(text).toString('base64url')),
  ])('is refused where it is none of ours: %j', (cursor) => {
    expect(decodeUpdateCursor(cursor)).toBeNull();
  });
});

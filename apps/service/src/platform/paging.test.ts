import { testRows } from '@partner-rating/table-tests';
import { describe, expect } from 'vitest';
import { decodeCursor, encodeCursor } from './paging.ts';

describe('a cursor', () => {
  testRows([1, 42, Number.MAX_SAFE_INTEGER])('is decoded to the same value', (order) => {
    const cursor = encodeCursor(order);
    expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,512}$/);
    expect(decodeCursor(cursor)).toBe(order);
  });

  testRows([
    '',
    `${encodeCursor(42)}x`,
    `${encodeCursor(42)}==`,
    'eyJhZnRlciI6MTA1MTd9',
    'x'.repeat(512),
    ...['{"before":0}', '{"before":-1}', '{"before":1.5}', '{"before":9007199254740993}'].map(
      (text) => Buffer.from(text).toString('base64url'),
    ),
  ])('is refused if the service did not create it', (cursor) => {
    expect(decodeCursor(cursor)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { decodeMatchCursor, encodeMatchCursor } from './match-cursor.ts';

const ids = ['mat_00000000000000000000000000', 'mat_7zzzzzzzzzzzzzzzzzzzzzzzzz'];
const ofText = (text: string) => Buffer.from(text).toString('base64url');

describe('a cursor of matches', () => {
  it.each(ids)('comes back as it was made: %s', (id) => {
    const cursor = encodeMatchCursor(id);
    expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,512}$/);
    expect(decodeMatchCursor(cursor)).toBe(id);
  });

  it.each([
    '',
    'x'.repeat(512),
    ...ids.map((id) => `${encodeMatchCursor(id)}==`),
    ...['1', 'mat_', `${ids[0]}0`, `${ids[0]?.slice(0, -1)}`, `x${ids[0]}`].map(encodeMatchCursor),
    ...['mat_80000000000000000000000000', 'mat_0000000000000000000000000u'].map(encodeMatchCursor),
    ...[`{"before":"${ids[0]}"} `, ` {"before":"${ids[0]}"}`, '{"before":1}'].map(ofText),
  ])('is refused where it is none of ours: %j', (cursor) => {
    expect(decodeMatchCursor(cursor)).toBeNull();
  });
});

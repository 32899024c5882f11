import { describe, expect, it } from 'vitest';
import { decodeMemberCursor, encodeMemberCursor } from './member-cursor.ts';

const ids = ['mem_00000000000000000000000000', 'mem_7zzzzzzzzzzzzzzzzzzzzzzzzz'];
const ofText = (text: string) => Buffer.from(text).toString('base64url');

describe('a cursor of members', () => {
  it.each(ids)('comes back as it was made: %s', (id) => {
    const cursor = encodeMemberCursor(id);
    expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,512}$/);
    expect(decodeMemberCursor(cursor)).toBe(id);
  });

  it.each([
    '',
    'x'.repeat(512),
    ...ids.map((id) => `${encodeMemberCursor(id)}==`),
    ...['1', 'mem_', `${ids[0]}0`, `${ids[0]?.slice(0, -1)}`, `x${ids[0]}`].map(encodeMemberCursor),
    ...['mem_80000000000000000000000000', 'mem_0000000000000000000000000u'].map(encodeMemberCursor),
    ...[`{"after":"${ids[0]}"} `, ` {"after":"${ids[0]}"}`, '{"before":1}'].map(ofText),
  ])('is refused where it is none of ours: %j', (cursor) => {
    expect(decodeMemberCursor(cursor)).toBeNull();
  });
});

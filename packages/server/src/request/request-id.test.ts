import { TypeID } from 'typeid-js';
import { expect, test, vi } from 'vitest';
import { newRequestId } from './request-id.ts';

test('an id is a TypeID with the prefix req and a UUIDv7', () => {
  const id = TypeID.fromString(newRequestId());
  expect(id.getType()).toBe('req');
  expect(id.toUUID()).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
});

test('an id contains the millisecond of its creation', () => {
  const now = Date.UTC(2026, 8, 12, 18, 4, 11, 123);
  const uuid = TypeID.fromString(newRequestId(now)).toUUID().replaceAll('-', '');
  expect(Number.parseInt(uuid.slice(0, 12), 16)).toBe(now);
});

test('ids of later milliseconds sort after those of earlier ones', () => {
  const ids = [5, 6, 31, 32, 1024].map((now) => newRequestId(now));
  expect([...ids].sort()).toEqual(ids);
});

test('ids do not repeat, even after the pool of random bytes ends', () => {
  const ids = Array.from({ length: 5000 }, () => newRequestId(1));
  expect(new Set(ids).size).toBe(5000);
});

test('every bit of an id outside the time and the format is random', () => {
  const ids = Array.from({ length: 5000 }, () => newRequestId(1).slice('req_'.length + 10));
  const values = Array.from({ length: 16 }, (_, at) => new Set(ids.map((id) => id[at])).size);
  // Two characters contain version and variant.
  expect(values).toEqual([2, 32, 32, 8, ...new Array(12).fill(32)]);
});

test('the first id of a process is as random as every other', async () => {
  const firstId = async () => {
    vi.resetModules();
    const fresh = await import('./request-id.ts');
    return fresh.newRequestId(1);
  };
  expect(await firstId()).not.toBe(await firstId());
});

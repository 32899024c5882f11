import { expect, test } from 'vitest';
import { Placeholders } from './placeholders.ts';

const id = (prefix: string, letter: string) => `${prefix}_${letter.repeat(26)}`;

test('an id of the service is replaced with its placeholder everywhere', () => {
  const placeholders = new Placeholders([['http://127.0.0.1:4000', 'http://localhost:3001']]);
  placeholders.learn({ id: id('mat', 'a') }, { id: id('mat', 'b') });
  const said = [{ matchId: id('mat', 'a') }, `http://127.0.0.1:4000/matches/${id('mat', 'a')}`];
  const documented = [
    { matchId: id('mat', 'b') },
    `http://localhost:3001/matches/${id('mat', 'b')}`,
  ];
  expect(placeholders.toExample(said)).toEqual(documented);
  expect(placeholders.toService(documented)).toEqual(said);
});

test('a second id at the same location is reported as a difference', () => {
  const placeholders = new Placeholders([]);
  placeholders.learn([id('mat', 'a')], [id('mat', 'b')]);
  placeholders.learn([id('mat', 'c')], [id('mat', 'b')]);
  expect(placeholders.toExample([id('mat', 'c')])).toEqual([id('mat', 'c')]);
});

test('an id is not replaced with a placeholder of another prefix', () => {
  const placeholders = new Placeholders([]);
  placeholders.learn([id('mat', 'a')], [id('bat', 'b')]);
  expect(placeholders.toExample([id('mat', 'a')])).toEqual([id('mat', 'a')]);
});

test('a handle that begins like an id is replaced', () => {
  const placeholders = new Placeholders([]);
  placeholders.learn('request_uri:j_wdA31', 'request_uri:Jd5Wq8L');
  expect(placeholders.toExample('request_uri:j_wdA31')).toBe('request_uri:Jd5Wq8L');
});

import { expect, test } from 'vitest';
import { StandIns } from './stand-ins.ts';

const id = (prefix: string, letter: string) => `${prefix}_${letter.repeat(26)}`;

test('what the service chose is called in the story what its example calls it, everywhere', () => {
  const standIns = new StandIns([['http://127.0.0.1:4000', 'http://localhost:3001']]);
  standIns.learn({ id: id('mat', 'a') }, { id: id('mat', 'b') });
  const said = [{ matchId: id('mat', 'a') }, `http://127.0.0.1:4000/matches/${id('mat', 'a')}`];
  const told = [{ matchId: id('mat', 'b') }, `http://localhost:3001/matches/${id('mat', 'b')}`];
  expect(standIns.toStory(said)).toEqual(told);
  expect(standIns.toService(told)).toEqual(said);
});

test('a thing has one name: another in its place is a difference', () => {
  const standIns = new StandIns([]);
  standIns.learn([id('mat', 'a')], [id('mat', 'b')]);
  standIns.learn([id('mat', 'c')], [id('mat', 'b')]);
  expect(standIns.toStory([id('mat', 'c')])).toEqual([id('mat', 'c')]);
});

test('a thing of another kind is no stand-in', () => {
  const standIns = new StandIns([]);
  standIns.learn([id('mat', 'a')], [id('bat', 'b')]);
  expect(standIns.toStory([id('mat', 'a')])).toEqual([id('mat', 'a')]);
});

test('a handle that begins like an identifier by chance has its stand-in', () => {
  const standIns = new StandIns([]);
  standIns.learn('request_uri:j_wdA31', 'request_uri:Jd5Wq8L');
  expect(standIns.toStory('request_uri:j_wdA31')).toBe('request_uri:Jd5Wq8L');
});

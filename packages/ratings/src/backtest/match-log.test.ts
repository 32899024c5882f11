import { testRows } from '@partner-rating/table-tests';
import { expect, it } from 'vitest';
import { Column } from './match-log.ts';
import { logOf, playedOn } from './testing/match-log.ts';

it('the log returns matches as they were added, with numbers for players', () => {
  const doubles = playedOn(
    3,
    [
      ['ann', 'bob'],
      ['cem', 'dee'],
    ],
    [11, 7],
    [9, 11],
    [13, 11],
  );
  const log = logOf(doubles, playedOn(4, [['dee'], ['ann'], ['eve']], [11, 7, 2]));
  expect(log.at(0)).toEqual({
    ...doubles,
    teams: [
      [0, 1],
      [2, 3],
    ],
  });
  expect(log.at(1).teams).toEqual([[3], [0], [4]]);
  expect(log.at(1).games).toEqual([{ scores: [11, 7, 2], winScore: 11, winBy: 2 }]);
  expect([log.matches, log.games, log.players, log.severalTeams]).toEqual([2, 4, 5, 1]);
});

it('the log has two numbers for a player of two sports', () => {
  const tennis = { ...playedOn(0, [['ann'], ['bob']], [6, 2]), sport: 'tennis' };
  const log = logOf(playedOn(0, [['ann'], ['bob']], [11, 2]), tennis);
  expect(log.at(1)).toMatchObject({ sport: 'tennis', teams: [[2], [3]] });
  log.add(tennis);
  expect(log.at(2)).toEqual(log.at(1));
  expect(log.sports).toEqual(['pickleball', 'tennis']);
  expect(log.severalTeams).toBe(0);
});

it('the log orders matches by time, and matches of the same time as they were added', () => {
  const teams = [['ann'], ['bob']];
  const days = [3, 1, 3, 0, 1];
  const log = logOf(...days.map((day) => playedOn(day, teams, [11, 2])));
  expect([...log.playedOrder()]).toEqual([3, 1, 4, 0, 2]);
});

it('the log grows to any number of matches', () => {
  const matches = Array.from({ length: 5_000 }, (_, index) =>
    playedOn(index, [[`player ${index}`], ['bob']], [11, index % 10]),
  );
  const log = logOf(...matches);
  expect(log.at(4_999).games[0]?.scores).toEqual([11, 9]);
  expect(log.players).toBe(5_001);
});

testRows([0, 1, 1_024, 1_025, 5_000])('a column holds each of its values', (count) => {
  const column = new Column((length) => new Uint32Array(length));
  for (let value = 0; value < count; value += 1) column.push(3 * value);
  expect(column.length).toBe(count);
  for (let index = 0; index < count; index += 1) expect(column.at(index)).toBe(3 * index);
  expect(column.at(10_000)).toBeNaN();
});

import { testRows } from '@partner-rating/table-tests';
import { expect, it } from 'vitest';
import type { PersonRow } from '../store/people.ts';
import { formerPlayer, tracesOf } from './former-player.ts';

it('the row of a former player has no data of the person', () => {
  const { gender, is_wheelchair, is_discoverable, ...named } = formerPlayer;
  expect({ gender, is_wheelchair, is_discoverable }).toEqual({
    ...{ gender: 'UNKNOWN', is_wheelchair: false, is_discoverable: false },
  });
  const texts = Object.values(named).filter((value) => value !== null);
  for (const text of texts) expect('Former player').toMatch(new RegExp(`${text.trim()}$`, 'i'));
  expect(formerPlayer.display_name).toBe('Former player');
});

const person = {
  id: 'mem_01jq8z6v3mfb7s4d2k9c5x1ha0',
  member_number: 10_482,
  email: 'mike.brennan@example.com',
  display_name: 'Mike B.',
  last_name: 'Brennan',
} as PersonRow;

const traceIn = (answer: object) => {
  const text = JSON.stringify(answer).toLowerCase();
  return tracesOf([person]).some((trace) => text.includes(trace.toLowerCase()));
};

it('the traces of a person find the person in the teams of an answer, by either identifier', () => {
  expect(traceIn({ lineups: [{ courts: [{ teams: [['10482'], ['10517']] }] }] })).toBe(true);
  expect(traceIn({ lineups: [{ courts: [{ teams: [[person.id], ['10517']] }] }] })).toBe(true);
  expect(traceIn({ lineups: [{ courts: [{ teams: [['104821'], ['10517']] }] }] })).toBe(false);
});

testRows([
  ['email address', { to: ['MIKE.BRENNAN@example.com'] }],
  ['display name', { players: [{ displayName: 'Mike B.' }] }],
  ['last name', { players: [{ lastName: 'Brennan', firstName: 'Mike' }] }],
])('the traces of a person include every fact that names the person', (_, answer) => {
  expect(traceIn(answer)).toBe(true);
});

it('the traces of a person find nobody in an answer about others, or by a name that means something else', () => {
  expect(traceIn({ players: [{ displayName: 'Priya N.', city: 'Brennan', age: 10_482 }] })).toBe(
    false,
  );
  const nameless = { ...person, email: null };
  expect(tracesOf([nameless]).filter((trace) => trace.includes('null'))).toEqual([]);
});

it('the traces of a person and of claimed ghosts contain each text once', () => {
  const ghost = { ...person, id: 'mem_01jq8z6v3mfb7s4d2k9c5x1ha1' };
  const traces = tracesOf([person, ghost]);
  expect(traces).toEqual(expect.arrayContaining([person.id, ghost.id]));
  expect(new Set(traces).size).toBe(traces.length);
});

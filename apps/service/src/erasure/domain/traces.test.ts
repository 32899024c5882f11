import { expect, it } from 'vitest';
import type { PersonRow } from '../store/people.ts';
import { tracesOf } from './traces.ts';

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

it('finds a person in the lineups of an answer, by either identifier', () => {
  expect(traceIn({ lineups: [{ courts: [{ teams: [['10482'], ['10517']] }] }] })).toBe(true);
  expect(traceIn({ lineups: [{ courts: [{ teams: [[person.id], ['10517']] }] }] })).toBe(true);
  expect(traceIn({ lineups: [{ courts: [{ teams: [['104821'], ['10517']] }] }] })).toBe(false);
});

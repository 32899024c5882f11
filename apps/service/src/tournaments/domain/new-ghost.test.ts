import { describe, expect, it } from 'vitest';
import { nothingKnown } from './facts.ts';
import type { Person } from './group-people.ts';
import { ghostRow } from './new-ghost.ts';
import { participantReader } from './participant.ts';

const now = new Date('2026-09-12T12:00:00Z');
const read = participantReader(String);
const personOf = (sent: object[], facts: object = {}) =>
  ({
    participants: sent.map((one) => read({ firstName: ' Jose\u0301 ', lastName: 'Ruiz', ...one })),
    ...nothingKnown,
    ...facts,
  }) as Person;

describe('the ghost of a person', () => {
  it('has the facts that a tournament said, as they were written first, and nothing else', () => {
    const sent = [
      { city: 'Dallas' },
      { city: ' Austin ', state: 'tx' },
      { city: 'AUSTIN', state: 'TX' },
    ];
    const facts = { city: 'austin', state: 'tx', birthYear: 1990, gender: 'MALE' };
    expect(ghostRow(personOf(sent, facts), 'mem_1', now)).toEqual({
      ...{ id: 'mem_1', first_name: 'José', last_name: 'Ruiz', city: 'Austin', state: 'tx' },
      ...{ display_name: 'José R.', name_folded: 'jose ruiz', name_order: 'r jose' },
      ...{ city_folded: 'austin', email: null, birth_date: null, birth_year: 1990 },
      ...{ gender: 'MALE', zip: null, country: null, is_ghost: true, created_at: now },
    });
  });

  it('has no fact that is not known', () => {
    expect(ghostRow(personOf([{ city: 'Dallas' }]), 'mem_1', now)).toMatchObject({
      ...{ city: null, city_folded: null, state: null, birth_year: null, gender: 'UNKNOWN' },
    });
  });

  it('has a place that is known of them from elsewhere, and a name of spaces as it is', () => {
    const row = ghostRow(personOf([{ lastName: ' ' }], { city: 'austin' }), 'mem_1', now);
    expect(row).toMatchObject({ city: 'austin', last_name: ' ' });
  });

  it('is of somebody', () => {
    expect(() => ghostRow(personOf([]), 'mem_1', now)).toThrow('A person has participants.');
  });
});

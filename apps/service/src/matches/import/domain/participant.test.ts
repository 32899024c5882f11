import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import type { MemberFactsRow } from '../store/candidates.ts';
import { knownMember, participantReader } from './participant.ts';

const hash = (value: string | Uint8Array) => `hash of ${Buffer.from(value).toString()}`;

const mike = { firstName: 'Mike', lastName: 'Brennan' };

describe('a participant', () => {
  it('has what was sent, in the form it is compared in', () => {
    const sent = {
      ...{ firstName: 'Zoë', lastName: 'O’Brien', memberId: '10482', email: 'ZOE@Example.com' },
      ...{ birthYear: 1990, city: 'San José', state: 'Texas' },
      gender: 'FEMALE' as const,
    };
    expect(participantReader(hash)(sent)).toMatchObject({
      ...{ name: 'zoe obrien', reference: '10482', emailHash: 'hash of zoe@example.com' },
      ...{ birthYear: 1990, gender: 'FEMALE', city: 'san jose', state: 'texas', sent },
    });
  });

  it('has no fact that was left out, or says nothing', () => {
    const unknown = { emailHash: null, birthYear: null, gender: null, city: null, state: null };
    const read = participantReader(hash);
    expect(read(mike)).toMatchObject({ ...unknown, reference: null });
    expect(read({ ...mike, gender: 'UNKNOWN', city: '-', state: '' })).toMatchObject(unknown);
    expect(read({ ...mike, email: '' })).toBe(read(mike));
  });

  it('is the same one wherever the same facts stand, however they are written', () => {
    const read = participantReader(hash);
    const first = read(mike);
    expect(read({ ...mike })).toBe(first);
    expect(read({ firstName: 'MIKE', lastName: 'Brénnan' })).toBe(first);
    expect(read({ firstName: 'MIKE', lastName: 'Brénnan' })).toBe(first);
    expect(first.sent).toEqual(mike);
  });

  testRows([
    { memberId: '10482' },
    { email: 'mike@example.com' },
    { birthYear: 1986 },
    { gender: 'MALE' as const },
    { city: 'Austin' },
    { state: 'TX' },
    { lastName: 'Brennan-Ruiz' },
  ])('is another with another fact', (fact) => {
    const read = participantReader(hash);
    const [one, other] = [read(mike), read({ ...mike, ...fact })];
    expect(other.key).not.toBe(one.key);
    expect(other.factsHash).not.toBe(one.factsHash);
  });

  it('whose name is of signs alone is another than one of other signs', () => {
    const read = participantReader(hash);
    const [one, other] = [read({ firstName: '!', lastName: '?' }), read({ ...mike, lastName: '' })];
    expect(one.name).toBe('');
    expect(one.key).not.toBe(read({ firstName: '?', lastName: '!' }).key);
    expect(one.key).not.toBe(other.key);
    const composed = read({ firstName: '^', lastName: '\u2260' });
    expect(read({ firstName: '^', lastName: '=\u0338' })).toBe(composed);
  });
});

describe('a member that a participant is compared with', () => {
  const row = {
    ...{ id: 'mem_1', member_number: 10_482, display_name: 'Mike B.', name_folded: 'mike brennan' },
    ...{ is_ghost: false, is_own_ghost: true, may_be_known: true, email: 'mike@example.com' },
    ...{
      email_hash: 'stored',
      birth_year: 1986,
      gender: 'MALE',
      city_folded: 'austin',
      state: 'TX',
    },
  } as MemberFactsRow;

  it('has the facts of the row, in the form they are compared in', () => {
    expect(knownMember(row, hash)).toEqual({
      ...{ id: 'mem_1', memberNumber: 10_482, displayName: 'Mike B.', name: 'mike brennan' },
      ...{ isGhost: false, isOwnGhost: true, mayBeKnown: true, birthYear: 1986, gender: 'MALE' },
      ...{ emailHash: 'hash of mike@example.com', city: 'austin', state: 'tx' },
    });
  });

  it('has the stored hash of an address that is kept as nothing else, and no fact that is unknown', () => {
    const ghost = { ...row, email: null, gender: 'UNKNOWN', state: null } as MemberFactsRow;
    expect(knownMember(ghost, hash)).toMatchObject({
      ...{ emailHash: 'stored', gender: null, state: null },
    });
  });
});

import type { Schemas } from '@partner-rating/server';
import { contract } from '@partner-rating/spec/contract';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import type { MemberFactsRow } from '../store/candidates.ts';
import { finish } from '../testing/people.ts';
import { called, finalOf, importOf } from '../testing/tournament.ts';
import {
  anyContradict,
  compareFacts,
  contradict,
  countNamedAddresses,
  type Facts,
  knownMember,
  mergeFacts,
  nothingKnown,
  participantReader,
  type Reason,
  surest,
} from './participant.ts';

const hash = (value: string | Uint8Array) => `hash of ${Buffer.from(value).toString()}`;

const mike = { firstName: 'Mike', lastName: 'Brennan' };

describe('a participant', () => {
  it('has the facts that were sent, in the form for comparison', () => {
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

  it('has no fact that is missing or empty', () => {
    const unknown = { emailHash: null, birthYear: null, gender: null, city: null, state: null };
    const read = participantReader(hash);
    expect(read(mike)).toMatchObject({ ...unknown, reference: null });
    expect(read({ ...mike, gender: 'UNKNOWN', city: '-', state: '' })).toMatchObject(unknown);
    expect(read({ ...mike, email: '' })).toBe(read(mike));
  });

  it('is the same one for the same facts, in any spelling', () => {
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
  ])('is another one with another fact', (fact) => {
    const read = participantReader(hash);
    const [one, other] = [read(mike), read({ ...mike, ...fact })];
    expect(other.key).not.toBe(one.key);
    expect(other.factsHash).not.toBe(one.factsHash);
  });

  it('is another one with another vowel sign in the name', () => {
    const read = participantReader(hash);
    const [one, other] = ['राम', 'रीमा'].map((firstName) => read({ ...mike, firstName }));
    expect(other?.name).not.toBe(one?.name);
  });

  it('with a name without letters differs from other such names', () => {
    const read = participantReader(hash);
    const [one, other] = [read({ firstName: '!', lastName: '?' }), read({ ...mike, lastName: '' })];
    expect(one.name).toBe('');
    expect(one.key).not.toBe(read({ firstName: '?', lastName: '!' }).key);
    expect(one.key).not.toBe(other.key);
    const composed = read({ firstName: '^', lastName: '\u2260' });
    expect(read({ firstName: '^', lastName: '=\u0338' })).toBe(composed);
  });
});

describe('a member for comparison with participants', () => {
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

  it('has the facts of the row, in the form for comparison', () => {
    expect(knownMember(row, hash)).toEqual({
      ...{ id: 'mem_1', memberNumber: 10_482, displayName: 'Mike B.', name: 'mike brennan' },
      ...{ isGhost: false, isOwnGhost: true, mayBeKnown: true, birthYear: 1986, gender: 'MALE' },
      ...{ emailHash: 'hash of mike@example.com', city: 'austin', state: 'tx' },
    });
  });

  it('has the stored hash of an address, and no unknown fact', () => {
    const unknown = {
      gender: 'UNKNOWN',
      state: null,
      city_folded: null,
      birth_year: null,
    } as const;
    const ghost = { ...row, ...unknown, email: null, is_ghost: true, may_be_known: false };
    expect(knownMember(ghost, hash)).toMatchObject({
      ...{ emailHash: 'stored', gender: null, state: null, city: null, birthYear: null },
      ...{ isGhost: true, mayBeKnown: false },
    });
  });
});

const person = (facts: Partial<Facts> = {}): Facts => ({ ...nothingKnown, ...facts });

const facts: Facts = {
  ...{ emailHash: 'a', birthYear: 1986, gender: 'MALE' },
  ...{ city: 'austin', state: 'tx' },
};

const differing = [
  { emailHash: 'b' },
  { birthYear: 1990 },
  { gender: 'FEMALE' as const },
  { city: 'dallas' },
  { state: 'co' },
];

/** The facts, each known to another person. */
const parts = Object.entries(facts).map(([name, value]) => person({ [name]: value }));

describe('two people contradict each other', () => {
  testRows(differing)('if both know a fact and it differs, at any place in a list', (other) => {
    expect(contradict(facts, { ...facts, ...other })).toBe(true);
    expect(contradict(person(other), facts)).toBe(true);
    expect(anyContradict([facts, person(), person(other)])).toBe(true);
    expect(anyContradict([person(other), person(), facts])).toBe(true);
  });

  it('but not if they agree, or one does not know', () => {
    expect(contradict(facts, { ...facts })).toBe(false);
    expect(contradict(facts, person())).toBe(false);
    expect(contradict(person(), person())).toBe(false);
    expect(anyContradict([...parts, facts])).toBe(false);
    expect(anyContradict([])).toBe(false);
  });
});

describe('the merged facts of one person', () => {
  it('contain every fact that one source has', () => {
    expect(mergeFacts(parts)).toEqual(facts);
    expect(mergeFacts([facts, facts])).toEqual(facts);
    expect(mergeFacts([])).toEqual(nothingKnown);
  });

  testRows(differing)('omit a fact on which they disagree', (other) => {
    const [name = ''] = Object.keys(other);
    expect(mergeFacts([facts, { ...facts, ...other }])).toEqual({ ...facts, [name]: null });
  });
});

describe('a comparison', () => {
  const all = { email: 'agrees', birthYear: 'agrees', gender: 'agrees', location: 'agrees' };

  it('agree on what both know, and know nothing of the rest', () => {
    expect(compareFacts(facts, facts)).toEqual(all);
    expect(new Set(Object.values(compareFacts(facts, person())))).toEqual(new Set(['unknown']));
  });

  testRows([
    [{ emailHash: 'b' }, { email: 'differs' }],
    [{ birthYear: 1990 }, { birthYear: 'differs' }],
    [{ gender: 'FEMALE' as const }, { gender: 'differs' }],
    [{ city: 'dallas' }, { location: 'differs' }],
    [{ state: 'co' }, { location: 'differs' }],
    // A city alone proves little.
    [{ state: null }, { location: 'unknown' }],
    [{ city: null }, { location: 'unknown' }],
    [{ city: null, state: 'co' }, { location: 'differs' }],
  ])('say for each fact whether it agrees', (other, expected) => {
    expect(compareFacts(facts, { ...facts, ...other })).toEqual({ ...all, ...expected });
  });
});

it('have the surer of two reasons, in the order of the contract', () => {
  const { reason } = contract.schemas.ParticipantMatch?.properties ?? {};
  const { 'x-extensible-enum': reasons } = reason as { 'x-extensible-enum': Reason[] };
  expect(reasons.length).toBeGreaterThan(5);
  for (const [index, one] of reasons.entries()) {
    for (const [position, other] of reasons.entries()) {
      expect(surest(one, other)).toBe(reasons[Math.min(index, position)]);
    }
  }
});

describe('the addresses of an import', () => {
  const email = 'lena.hoffmann@example.com';
  const count = (participants: Schemas.Participant[]) => {
    const matches = participants.map((participant, index) =>
      finalOf(`match-${index}`, [[participant], [called('Carmen Ortiz')]]),
    );
    return finish(countNamedAddresses(importOf(matches))).result;
  };

  it('count once for each name that they come with', () => {
    const names = Array.from({ length: 100 }, (_, index) => `Lena Hoffmann${index}`);
    expect(count(names.map((name) => called(name, { email })))).toBe(100);
  });

  it('count once for one name, in any spelling', () => {
    const spellings = ['Lena Hoffmann', 'LENA Hoffmann', 'Léna Hoffmann'];
    const sent = spellings.flatMap((name) => [
      called(name, { email }),
      called(name, { email: email.toUpperCase(), birthYear: 1988 }),
    ]);
    expect(count(sent)).toBe(1);
  });

  it('count separately for each name, and not without an address', () => {
    const addresses = ['one@example.com', 'two@example.com', ''];
    const sent = addresses.map((address) => called('Lena Hoffmann', { email: address }));
    expect(count([...sent, called('Lena Hoffmann')])).toBe(2);
  });
});

import type { Schemas } from '@partner-rating/server';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { finish, known } from '../testing/people.ts';
import { called } from '../testing/tournament.ts';
import { ghostRow, groupPeople, MAX_PER_NAME, type Person } from './group-people.ts';
import { identify, type KnownPlayers } from './identify.ts';
import { nothingKnown, type Participant, participantReader } from './participant.ts';

const mike = known('mem_mike', { emailHash: 'mike@example.com', birthYear: 1986 });

const knownPlayers: KnownPlayers = {
  byReference: new Map([['10482', mike]]),
  byEmailHash: new Map([['mike@example.com', [mike]]]),
  before: new Map(),
};

/** Returns the people of an import, and the cost of finding them. */
function peopleOf(participants: readonly Participant[]) {
  const distinct = [...new Set(participants)];
  const { identities } = identify(distinct, knownPlayers);
  const { result, costs } = finish(groupPeople(distinct, identities));
  return { people: result, costs };
}

/** Does the same for participants as sent. */
const peopleSent = (sent: readonly Schemas.Participant[]) =>
  peopleOf(sent.map(participantReader(String)));

/** Returns the people of an import, each as the indexes of their participants. */
function group(sent: Schemas.Participant[]): number[][] {
  const participants = sent.map(participantReader(String));
  return peopleOf(participants)
    .people.map((person) =>
      participants.flatMap((one, index) => (person.participants.includes(one) ? [index] : [])),
    )
    .toSorted(([one = 0], [other = 0]) => one - other);
}

describe('the same person', () => {
  const email = 'lena@example.com';
  const member = { memberId: '10482' };
  const mickeys = { email: 'mickey@example.com' };
  const others = [called('Lena Hoffmann'), called('L. Hoffmann')];

  testRows<[string, Schemas.Participant[]]>([
    ['has one name in any spelling', [called('Zoë O’Brien'), called('ZOE OBRIEN')]],
    [
      'has one name and no different fact',
      [
        called('Lena Hoffmann', { birthYear: 1988, city: 'Austin' }),
        called('Lena Hoffmann', { gender: 'FEMALE' }),
      ],
    ],
    ['has one address, under any name', [...others.map((one) => ({ ...one, email })), ...others]],
    [
      'is the same member, by any identifier',
      [
        ...[called('Mickey B', member), called('mike brennan')],
        called('Mike Brennan', { email: 'MIKE@example.com' }),
      ],
    ],
    [
      'has an address that comes with a memberId elsewhere',
      [called('Mike Brennan', { ...member, ...mickeys }), called('M. B.', mickeys)],
    ],
  ])('is a participant who', (_, sent) => {
    expect(group(sent)).toEqual([sent.map((__, index) => index)]);
  });
});

describe('a person', () => {
  it('has all their names, and their surest identity', () => {
    const email = 'mike@example.com';
    const sent = [called('Mike Brennan', { email }), called('Mickey B', { memberId: '10482' })];
    const { people } = peopleSent([...sent, called('Mike Brennan')]);
    expect(people).toMatchObject([{ identity: { member: mike, reason: 'member_id' } }]);
    expect(people[0]?.names.toSorted()).toEqual(['mickey b', 'mike brennan']);
  });

  it('costs a look at their facts, at people of their name, and at their possible matches', () => {
    const sent = [called('Lena Hoffmann', { birthYear: 1988 }), called('Lena Hoffmann')];
    expect(peopleSent(sent).costs).toEqual([20, 20, 4, 2, 2, 20]);
  });
});

describe('two people', () => {
  testRows<[string, Partial<Schemas.Participant>, Partial<Schemas.Participant>]>([
    ['email address', { email: 'one@example.com' }, { email: 'other@example.com' }],
    ['birth year', { birthYear: 1960 }, { birthYear: 1990 }],
    ['gender', { gender: 'MALE' }, { gender: 'FEMALE' }],
    ['city', { city: 'Austin' }, { city: 'Dallas' }],
    ['state', { city: 'Austin', state: 'TX' }, { state: 'CO' }],
  ])('are participants with one name and another different fact', (_, one, other) => {
    expect(group([called('John Smith', one), called('John Smith', other)])).toEqual([[0], [1]]);
  });

  it('are a member, and a participant who contradicts what is known of the member', () => {
    const sent = [called('Mike Brennan', { memberId: '10482' })];
    expect(group([...sent, called('Mike Brennan', { birthYear: 2005 })])).toEqual([[0], [1]]);
  });

  it('are participants with different names without letters', () => {
    expect(group([called('😀 😀'), called('🎾 🎾'), called('😀 😀')])).toEqual([[0, 2], [1]]);
  });
});

describe('a participant who could be either of two', () => {
  const father = called('John Smith', { birthYear: 1960 });
  const son = called('John Smith', { birthYear: 1990 });

  it('is a separate person', () => {
    expect(group([father, called('John Smith'), son])).toEqual([[0], [1], [2]]);
  });

  it('is the only one between the others', () => {
    const { people } = peopleSent([father, called('John Smith'), son]);
    const between = people.map(({ birthYear, isBetween }) => [birthYear, isBetween]);
    expect(new Set(between)).toEqual(
      new Set([
        [null, true],
        [1960, false],
        [1990, false],
      ]),
    );
  });

  it('is not looked for in a crowd of one name', () => {
    const crowd = (size: number) =>
      Array.from({ length: size }, (_, index) => called('John Smith', { city: `City ${index}` }));
    const isBetween = (others: Schemas.Participant[]) =>
      peopleSent([called('John Smith'), ...others]).people.some((person) => person.isBetween);
    expect(isBetween(crowd(MAX_PER_NAME - 1))).toBe(true);
    expect(isBetween(crowd(MAX_PER_NAME))).toBe(false);
  });

  it('is separate, and the others can still be one person', () => {
    const sent = [father, son, called('John Smith', { birthYear: 1960, city: 'Austin' })];
    expect(group([...sent, called('John Smith')])).toEqual([[0, 2], [1], [3]]);
  });

  it('is not joined through a person with two names either', () => {
    const email = 'john@example.com';
    const sent = [
      called('John Smith', { email }),
      called('Jack Smith', { email }),
      called('John Smith', { gender: 'MALE' }),
      called('Jack Smith', { gender: 'FEMALE' }),
    ];
    expect(group(sent)).toEqual([[0, 1], [2], [3]]);
  });
});

const now = new Date('2026-09-12T12:00:00Z');

const read = participantReader(String);

const personOf = (sent: object[], facts: object = {}) =>
  ({
    participants: sent.map((one) => read({ firstName: ' Jose\u0301 ', lastName: 'Ruiz', ...one })),
    ...nothingKnown,
    ...facts,
  }) as Person;

// A ghost is a member without an account.
describe('the ghost of a person', () => {
  it('has the facts of the tournament, in their first spelling, and nothing else', () => {
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

  it('has no unknown fact', () => {
    expect(ghostRow(personOf([{ city: 'Dallas' }]), 'mem_1', now)).toMatchObject({
      ...{ city: null, city_folded: null, state: null, birth_year: null, gender: 'UNKNOWN' },
    });
  });

  it('takes a place from their other participants, and keeps a name of spaces unchanged', () => {
    const row = ghostRow(personOf([{ lastName: ' ' }], { city: 'austin' }), 'mem_1', now);
    expect(row).toMatchObject({ city: 'austin', last_name: ' ' });
  });

  it('needs a participant', () => {
    expect(() => ghostRow(personOf([]), 'mem_1', now)).toThrow('A person has participants.');
  });
});

import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { finish, known } from '../testing/people.ts';
import {
  type Candidates,
  type Decision,
  decidePeople,
  matchByName,
  peopleToFind,
} from './decide-people.ts';
import { MAX_PER_NAME, type Person } from './group-people.ts';
import { type Facts, type KnownMember, nothingKnown } from './participant.ts';

const mike = known('mem_mike', { birthYear: 1986 });

function personCalled(name: string, facts: Partial<Facts> = {}): Person {
  const all = { ...nothingKnown, ...facts };
  const sent = { firstName: name, lastName: name };
  const key = JSON.stringify([name, all]);
  const keys = { key, earlierKey: key, factsHash: key, earlierFactsHash: key };
  const participant = { ...keys, name, reference: null, sent, ...all };
  return { participants: [participant], names: [name], identity: null, isBetween: false, ...all };
}

/** Returns people of one name, each from another city. */
function crowd(size: number): Person[] {
  return Array.from({ length: size }, (_, index) =>
    personCalled('mike', { city: `city ${index}` }),
  );
}

const decisionsOf = (people: readonly Person[], candidatesOf: Map<Person, Candidates>) => [
  ...finish(decidePeople(people, candidatesOf)).result.values(),
];

function decide(people: readonly Person[]): Decision[] {
  const candidates = { members: [mike], isCut: false };
  return decisionsOf(people, new Map(people.map((person) => [person, candidates])));
}

describe('people of one name', () => {
  const known = personCalled('mike', { birthYear: 1986 });

  it('are looked for as long as their number allows', () => {
    const people = [known, ...crowd(MAX_PER_NAME - 1)];
    expect(peopleToFind(people)).toHaveLength(MAX_PER_NAME);
    expect(decide(people)[0]).toMatchObject({ member: mike, reason: 'name_and_birth_year' });
  });

  it('are not looked for in a crowd (too many people of one name), and are then ambiguous', () => {
    const other = personCalled('priya');
    const people = [known, ...crowd(MAX_PER_NAME), other];
    expect(peopleToFind(people)).toEqual([other]);
    const ofCrowd = decide(people).slice(0, -1);
    expect(new Set(ofCrowd.map(({ reason }) => reason))).toEqual(new Set(['ambiguous']));
    expect(ofCrowd.some(({ member }) => member !== null)).toBe(false);
  });

  it('keep a certain identity in a crowd', () => {
    const identity = { member: mike, reason: 'member_id' as const };
    const decisions = decide([{ ...known, identity }, ...crowd(MAX_PER_NAME)]);
    expect(decisions[0]).toMatchObject({ member: mike, reason: 'member_id' });
  });

  it('are not looked for if one of several names belongs to a crowd', () => {
    const several = { ...known, names: ['mike', 'michael'] };
    expect(peopleToFind([several, ...crowd(MAX_PER_NAME)])).toEqual([]);
  });

  it('match a member by name alone if nobody else of the import has the name', () => {
    const one = personCalled('mike');
    const named = { member: mike, reason: 'unique_name' };
    expect(decide([one, personCalled('priya', { birthYear: 1950 })])[0]).toMatchObject(named);
    expect(decide([one, personCalled('mike', { birthYear: 1950 })])[0]).toMatchObject({
      member: null,
      reason: 'ambiguous',
    });
    const several = { ...one, names: ['michael', 'mike'] };
    expect(decide([several])[0]).toMatchObject(named);
    const other = personCalled('mike', { birthYear: 1950 });
    expect(decide([several, other])[0]).toMatchObject({ member: null, reason: 'ambiguous' });
  });

  it('cost one comparison for each member of the name, and for each possible rival', () => {
    const between = { ...known, isBetween: true };
    const people = [between, personCalled('mike', { birthYear: 1990 }), personCalled('zoe')];
    const candidates = { members: [mike], isCut: false };
    const found = new Map(people.slice(0, 2).map((person) => [person, candidates]));
    expect(finish(decidePeople(people, found)).costs).toEqual([40, 40, 20, 2]);
  });
});

describe('people who contradict each other', () => {
  const candidatesOf = (people: readonly Person[], ...members: KnownMember[]) =>
    new Map(people.map((person) => [person, { members, isCut: false }]));
  const decideAmong = (people: readonly Person[], ...members: KnownMember[]) =>
    decisionsOf(people, candidatesOf(people, ...members)).map(({ member, reason }) => [
      member?.id ?? null,
      reason,
    ]);
  const undecided = [null, 'ambiguous'];
  const byBirthYear = ['mem_mike', 'name_and_birth_year'];
  const between = { ...personCalled('mike', { birthYear: 1986 }), isBetween: true };
  const [austin, dallas] = ['austin', 'dallas'].map((city) =>
    personCalled('mike', { birthYear: 1986, city, state: 'tx' }),
  ) as [Person, Person];

  it('are not the same member if only the name matched both', () => {
    expect(decideAmong([austin], mike)).toEqual([byBirthYear]);
    expect(decideAmong([austin, dallas], mike)).toEqual([undecided, undecided]);
    expect(decideAmong([austin, dallas])).toEqual([
      ...[
        [null, 'no_match'],
        [null, 'no_match'],
      ],
    ]);
  });

  it('leave the member to the one with the certain identity', () => {
    const identity = { member: mike, reason: 'email' as const };
    expect(decideAmong([{ ...austin, identity }, dallas], mike)).toEqual([
      ...[['mem_mike', 'email'], undecided],
    ]);
  });

  it('are two members if they match two', () => {
    const [one, other] = [austin, dallas].map(({ city, state }, index) => ({
      ...mike,
      ...{ id: `mem_${index}`, city, state },
    })) as [KnownMember, KnownMember];
    expect(decideAmong([austin, dallas], one, other)).toEqual([
      ['mem_0', 'name_and_birth_year'],
      ['mem_1', 'name_and_birth_year'],
    ]);
  });

  it('leave a person between them undecided if another one agrees as much as the member', () => {
    const other = { member: { ...mike, id: 'mem_other' }, reason: 'email' as const };
    const beside = { ...personCalled('mike', { birthYear: 1986 }), identity: other };
    expect(decideAmong([between, beside], mike)[0]).toEqual(undecided);
    const { participants } = personCalled('mike', { gender: 'MALE' });
    const twin = { ...between, participants };
    expect(decideAmong([between, twin], mike)).toEqual([undecided, undecided]);
  });

  it('keep the certain identity of a person between them', () => {
    const sure = { member: mike, reason: 'email' as const };
    const beside = personCalled('mike', { birthYear: 1986, gender: 'MALE' });
    const [sureOne] = decideAmong([{ ...between, identity: sure }, beside], mike);
    expect(sureOne).toEqual(['mem_mike', 'email']);
    // The certain member is not a rival of another person who matches the same member.
    const [first] = decideAmong([between, { ...beside, identity: sure }], mike);
    expect(first).toEqual(byBirthYear);
  });

  it('are not rivals of a person who agrees with the member more, or contradicts them', () => {
    const unknown = personCalled('mike', { city: 'reno', state: 'nv' });
    const other = personCalled('mike', { birthYear: 1990, city: 'reno', state: 'nv' });
    for (const beside of [unknown, other]) {
      const [first] = decideAmong([between, beside], { ...mike, city: 'austin', state: 'tx' });
      expect(first).toEqual(byBirthYear);
    }
  });
});

describe('people whose names are looked for', () => {
  it('are those with no certain identity, under a name that can be compared', () => {
    const identity = { member: mike, reason: 'email' as const };
    const sure = { ...personCalled('mike'), identity };
    const byAddress = { ...personCalled('lena'), identity: { ...identity, member: null } };
    const nameless = { ...personCalled('!'), names: [] };
    expect(peopleToFind([sure, byAddress, nameless])).toEqual([byAddress]);
  });

  it('match nobody if nobody of the name is known', () => {
    const person = personCalled('zoe');
    expect(decisionsOf([person], new Map())).toMatchObject([{ member: null, reason: 'no_match' }]);
  });
});

let count = 0;

function member(facts: Partial<Facts> = {}): KnownMember {
  count += 1;
  return known(`mem_${count}`, facts);
}

const person = (facts: Partial<Facts> = {}): Facts => ({ ...nothingKnown, ...facts });

const austin = { city: 'austin', state: 'tx' };

/** Returns the reason, if the first of the members is found or none. */
function match(facts: Partial<Facts>, members: KnownMember[], isOnly = true) {
  const found = matchByName(person(facts), { members, isCut: false }, isOnly);
  expect(found.member).toBe(found.member === null ? null : members[0]);
  return found.reason;
}

describe('a name with a second fact', () => {
  const born = { birthYear: 1986 };

  testRows<[string, Partial<Facts>, Partial<Facts>[], string]>([
    ['a birth year', born, [born, {}], 'name_and_birth_year'],
    ['a place', austin, [austin, {}], 'name_and_place'],
    ['a gender', { gender: 'MALE' }, [{ gender: 'MALE' }, {}], 'name_and_gender'],
    [
      'the surest fact',
      { ...born, ...austin, gender: 'MALE' },
      [born, { ...austin, gender: 'MALE' }],
      'name_and_birth_year',
    ],
    [
      'a less sure fact',
      { ...born, ...austin },
      [{ ...born, ...austin }, born],
      'name_and_birth_year',
    ],
    ['several members who agree equally', austin, [austin, austin], 'ambiguous'],
    ['a city without its state', { city: 'austin' }, [austin, {}], 'ambiguous'],
  ])(
    'is decided by the surest fact on which only one member agrees',
    (_, facts, members, reason) => {
      expect(match(facts, members.map(member))).toBe(reason);
    },
  );
});

describe('a fact that differs', () => {
  testRows<[string, Partial<Facts>, Partial<Facts>]>([
    ['a birth year', { birthYear: 1986 }, { birthYear: 1990 }],
    ['a gender', { gender: 'MALE' }, { gender: 'FEMALE' }],
    ['a city', austin, { city: 'dallas', state: 'tx' }],
    ['a state', austin, { city: 'austin', state: 'mn' }],
    ['an email address', { emailHash: 'one@example.com' }, { emailHash: 'other@example.com' }],
  ])('rules out the only member of a name', (_, facts, other) => {
    expect(match(facts, [member(other)])).toBe('no_match');
  });

  it('counts less than an equal birth year, unless it is the gender', () => {
    const facts = { birthYear: 1986, ...austin, emailHash: 'one@example.com' };
    const moved = { birthYear: 1986, city: 'dallas', state: 'tx', emailHash: 'other@example.com' };
    expect(match(facts, [member(moved)])).toBe('name_and_birth_year');
    const other = member({ ...moved, gender: 'FEMALE' });
    expect(match({ ...facts, gender: 'MALE' }, [other])).toBe('no_match');
  });

  it('counts less than an equal place if it is the email address', () => {
    const facts = { ...austin, emailHash: 'one@example.com' };
    const found = match(facts, [member({ ...austin, emailHash: 'other@example.com' })]);
    expect(found).toBe('name_and_place');
  });

  it('counts more than an equal gender', () => {
    const facts: Partial<Facts> = { ...austin, gender: 'MALE' };
    const moved = member({ city: 'dallas', state: 'tx', gender: 'MALE' });
    expect(match(facts, [moved])).toBe('no_match');
  });
});

it('a name alone is enough if only one member has it, and nobody else in the import', () => {
  expect(match({}, [member({ birthYear: 1986, ...austin })])).toBe('unique_name');
  // Even if all but one of several are ruled out.
  expect(match({ birthYear: 1986 }, [member(), member({ birthYear: 1990 })])).toBe('ambiguous');
  expect(match({}, [member()], false)).toBe('ambiguous');
  expect(match({}, [])).toBe('no_match');
});

it('a name of too many members is decided if the others agree less', () => {
  const cut = (facts: Partial<Facts>, ...members: Partial<Facts>[]) =>
    matchByName(person(facts), { members: members.map(member), isCut: true }, true).reason;
  const [born, male] = [{ birthYear: 1986 }, { gender: 'MALE' as const }];
  expect(cut(born, born, {})).toBe('name_and_birth_year');
  expect(cut({ ...born, ...male }, { ...born, gender: 'FEMALE' })).toBe('ambiguous');
  expect(cut(male, male)).toBe('ambiguous');
});

import { describe, expect, it } from 'vitest';
import { type Decision, decidePeople, peopleToFind } from './decide-people.ts';
import { type Facts, nothingKnown } from './facts.ts';
import { MAX_PER_NAME, type Person } from './group-people.ts';
import type { KnownMember } from './known-member.ts';

const mike: KnownMember = {
  id: 'mem_mike',
  memberNumber: 10_482,
  displayName: 'Mike B.',
  name: 'mike brennan',
  isGhost: false,
  isOwnGhost: false,
  mayBeKnown: true,
  ...nothingKnown,
  birthYear: 1986,
};

function personCalled(name: string, facts: Partial<Facts> = {}): Person {
  const all = { ...nothingKnown, ...facts };
  const sent = { firstName: name, lastName: name };
  const key = JSON.stringify([name, all]);
  const participant = { key, factsHash: key, name, reference: null, sent, ...all };
  return { participants: [participant], names: [name], identity: null, isBetween: false, ...all };
}

/** People of one name, each from another city. */
function crowd(size: number): Person[] {
  return Array.from({ length: size }, (_, index) =>
    personCalled('mike', { city: `city ${index}` }),
  );
}

function decide(people: readonly Person[]): Decision[] {
  const candidates = { members: [mike], isCut: false };
  return finish(decidePeople(people, new Map(people.map((person) => [person, candidates]))));
}

function finish(work: ReturnType<typeof decidePeople>): Decision[] {
  for (;;) {
    const step = work.next();
    if (step.done) return [...step.value.values()];
  }
}

describe('people of one name', () => {
  const known = personCalled('mike', { birthYear: 1986 });

  it('are looked for as long as they can be told apart', () => {
    const people = [known, ...crowd(MAX_PER_NAME - 1)];
    expect(peopleToFind(people)).toHaveLength(MAX_PER_NAME);
    expect(decide(people)[0]).toMatchObject({ member: mike, reason: 'name_and_birth_year' });
  });

  it('are not looked for in a crowd, and are nobody for sure', () => {
    const other = personCalled('priya');
    const people = [known, ...crowd(MAX_PER_NAME), other];
    expect(peopleToFind(people)).toEqual([other]);
    const ofCrowd = decide(people).slice(0, -1);
    expect(new Set(ofCrowd.map(({ reason }) => reason))).toEqual(new Set(['ambiguous']));
    expect(ofCrowd.some(({ member }) => member !== null)).toBe(false);
  });

  it('stay who they are for sure in a crowd', () => {
    const identity = { member: mike, reason: 'member_id' as const };
    const decisions = decide([{ ...known, identity }, ...crowd(MAX_PER_NAME)]);
    expect(decisions[0]).toMatchObject({ member: mike, reason: 'member_id' });
  });

  it('are not looked for where one of several names is that of a crowd', () => {
    const several = { ...known, names: ['mike', 'michael'] };
    expect(peopleToFind([several, ...crowd(MAX_PER_NAME)])).toEqual([]);
  });

  it('are a member for their name alone where nobody else of the import has it', () => {
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

  it('cost a look at each member of the name, and at each person who could be a rival', () => {
    const between = { ...known, isBetween: true };
    const people = [between, personCalled('mike', { birthYear: 1990 }), personCalled('zoe')];
    const candidates = { members: [mike], isCut: false };
    const found = people.slice(0, 2).map((person) => [person, candidates] as const);
    expect([...decidePeople(people, new Map(found))]).toEqual([40, 40, 20, 2]);
  });
});

describe('people who contradict each other', () => {
  const candidatesOf = (people: readonly Person[], ...members: KnownMember[]) =>
    new Map(people.map((person) => [person, { members, isCut: false }]));
  const decideAmong = (people: readonly Person[], ...members: KnownMember[]) =>
    finish(decidePeople(people, candidatesOf(people, ...members))).map(({ member, reason }) => [
      member?.id ?? null,
      reason,
    ]);
  const [austin, dallas] = ['austin', 'dallas'].map((city) =>
    personCalled('mike', { birthYear: 1986, city, state: 'tx' }),
  ) as [Person, Person];

  it('are not the same member, where only the name led both there', () => {
    expect(decideAmong([austin], mike)).toEqual([['mem_mike', 'name_and_birth_year']]);
    expect(decideAmong([austin, dallas], mike)).toEqual([
      [null, 'ambiguous'],
      [null, 'ambiguous'],
    ]);
  });

  it('are nobody, and not in doubt, where no member has their name', () => {
    expect(decideAmong([austin, dallas])).toEqual([
      [null, 'no_match'],
      [null, 'no_match'],
    ]);
  });

  it('leave the member to the one who is that for sure', () => {
    const identity = { member: mike, reason: 'email' as const };
    expect(decideAmong([{ ...austin, identity }, dallas], mike)).toEqual([
      ['mem_mike', 'email'],
      [null, 'ambiguous'],
    ]);
  });

  it('are each a member of their own, where they lead to two', () => {
    const [one, other] = [austin, dallas].map(({ city, state }, index) => ({
      ...mike,
      ...{ id: `mem_${index}`, city, state },
    })) as [KnownMember, KnownMember];
    expect(decideAmong([austin, dallas], one, other)).toEqual([
      ['mem_0', 'name_and_birth_year'],
      ['mem_1', 'name_and_birth_year'],
    ]);
  });

  it('leave who could be either of them undecided, where one agrees as much as the member', () => {
    const between = { ...personCalled('mike', { birthYear: 1986 }), isBetween: true };
    const other = { member: { ...mike, id: 'mem_other' }, reason: 'email' as const };
    const beside = { ...personCalled('mike', { birthYear: 1986 }), identity: other };
    const [first] = decideAmong([between, beside], mike);
    expect(first).toEqual([null, 'ambiguous']);
  });

  it('leave two undecided who could each be either of them', () => {
    const between = { ...personCalled('mike', { birthYear: 1986 }), isBetween: true };
    const undecided = [null, 'ambiguous'];
    const twin = {
      ...between,
      participants: personCalled('mike', { gender: 'MALE' }).participants,
    };
    expect(decideAmong([between, twin], mike)).toEqual([undecided, undecided]);
  });

  it('leave who is a member for sure what they are, though they could be either', () => {
    const sure = { member: mike, reason: 'email' as const };
    const between = { ...personCalled('mike', { birthYear: 1986 }), isBetween: true };
    const beside = personCalled('mike', { birthYear: 1986, gender: 'MALE' });
    expect(decideAmong([{ ...between, identity: sure }, beside], mike)[0]).toEqual([
      'mem_mike',
      'email',
    ]);
    // Nor is the member for sure a rival of another who is taken for the same.
    expect(decideAmong([between, { ...beside, identity: sure }], mike)[0]).toEqual([
      'mem_mike',
      'name_and_birth_year',
    ]);
  });

  it('are no rivals of who agrees with the member more, or contradicts them', () => {
    const between = { ...personCalled('mike', { birthYear: 1986 }), isBetween: true };
    const unknown = personCalled('mike', { city: 'reno', state: 'nv' });
    const other = personCalled('mike', { birthYear: 1990, city: 'reno', state: 'nv' });
    for (const beside of [unknown, other]) {
      expect(decideAmong([between, beside], { ...mike, city: 'austin', state: 'tx' })[0]).toEqual([
        'mem_mike',
        'name_and_birth_year',
      ]);
    }
  });
});

describe('people whose names are looked for', () => {
  it('are those whom nothing surer names, under a name that can be compared', () => {
    const known = { ...personCalled('mike'), identity: { member: mike, reason: 'email' as const } };
    const byAddress = {
      ...personCalled('lena'),
      identity: { member: null, reason: 'email' as const },
    };
    const nameless = { ...personCalled('!'), names: [] };
    expect(peopleToFind([known, byAddress, nameless])).toEqual([byAddress]);
  });

  it('are nobody where nobody of the name is known', () => {
    const person = personCalled('zoe');
    expect(finish(decidePeople([person], new Map()))).toMatchObject([
      { member: null, reason: 'no_match' },
    ]);
  });
});

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
  const work = decidePeople(people, new Map(people.map((person) => [person, candidates])));
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
});

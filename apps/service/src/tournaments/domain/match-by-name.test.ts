import { describe, expect, it } from 'vitest';
import { type Facts, nothingKnown } from './facts.ts';
import type { KnownMember } from './known-member.ts';
import { matchByName } from './match-by-name.ts';

let count = 0;
function member(facts: Partial<Facts> = {}): KnownMember {
  count += 1;
  const rest = {
    displayName: 'Mike B.',
    name: 'mike brennan',
    isGhost: false,
    isOwnGhost: false,
    mayBeKnown: true,
  };
  return { id: `mem_${count}`, memberNumber: count, ...rest, ...nothingKnown, ...facts };
}

const person = (facts: Partial<Facts> = {}): Facts => ({ ...nothingKnown, ...facts });
const austin = { city: 'austin', state: 'tx' };

/** The reason, where the first of the members is found or none. */
function match(facts: Partial<Facts>, members: KnownMember[], isOnly = true) {
  const found = matchByName(person(facts), { members, isCut: false }, isOnly);
  expect(found.member).toBe(found.member === null ? null : members[0]);
  return found.reason;
}

describe('a name with a second fact', () => {
  it.each<[string, Partial<Facts>]>([
    ['name_and_birth_year', { birthYear: 1986 }],
    ['name_and_place', austin],
    ['name_and_gender', { gender: 'MALE' }],
  ])('is decided by %s', (reason, facts) => {
    expect(match(facts, [member(facts), member()])).toBe(reason);
  });

  it('is decided by the surest fact', () => {
    const born = member({ birthYear: 1986 });
    const near = member({ ...austin, gender: 'MALE' });
    const facts: Partial<Facts> = { birthYear: 1986, ...austin, gender: 'MALE' };
    expect(match(facts, [born, near])).toBe('name_and_birth_year');
  });

  it('is decided by a less sure fact where several agree in the surest', () => {
    const facts = { birthYear: 1986, ...austin };
    expect(match(facts, [member(facts), member({ birthYear: 1986 })])).toBe('name_and_birth_year');
  });

  it('is not decided where several agree alike', () => {
    expect(match(austin, [member(austin), member(austin)])).toBe('ambiguous');
  });

  it('takes a city without its state for nothing that agrees', () => {
    expect(match({ city: 'austin' }, [member(austin), member()])).toBe('ambiguous');
  });
});

describe('a fact that differs', () => {
  it.each<[string, Partial<Facts>, Partial<Facts>]>([
    ['a birth year', { birthYear: 1986 }, { birthYear: 1990 }],
    ['a gender', { gender: 'MALE' }, { gender: 'FEMALE' }],
    ['a city', austin, { city: 'dallas', state: 'tx' }],
    ['a state', austin, { city: 'austin', state: 'mn' }],
    ['an e-mail address', { emailHash: 'one@example.com' }, { emailHash: 'other@example.com' }],
  ])('rules out the one member of a name: %s', (_, facts, other) => {
    expect(match(facts, [member(other)])).toBe('no_match');
  });

  it('counts less than a birth year that agrees, but for the gender', () => {
    const facts = { birthYear: 1986, ...austin, emailHash: 'one@example.com' };
    const moved = { birthYear: 1986, city: 'dallas', state: 'tx', emailHash: 'other@example.com' };
    expect(match(facts, [member(moved)])).toBe('name_and_birth_year');
    const other = member({ ...moved, gender: 'FEMALE' });
    expect(match({ ...facts, gender: 'MALE' }, [other])).toBe('no_match');
  });

  it('counts less than a place that agrees where it is the e-mail address', () => {
    const facts = { ...austin, emailHash: 'one@example.com' };
    expect(match(facts, [member({ ...austin, emailHash: 'other@example.com' })])).toBe(
      'name_and_place',
    );
  });

  it('counts more than the gender that agrees', () => {
    const facts: Partial<Facts> = { ...austin, gender: 'MALE' };
    expect(match(facts, [member({ city: 'dallas', state: 'tx', gender: 'MALE' })])).toBe(
      'no_match',
    );
  });
});

describe('a name alone', () => {
  it('is enough where one member has it', () => {
    expect(match({}, [member({ birthYear: 1986, ...austin })])).toBe('unique_name');
  });

  it('is not where several do, even if all but one are ruled out', () => {
    const facts = { birthYear: 1986 };
    expect(match(facts, [member(), member({ birthYear: 1990 })])).toBe('ambiguous');
  });

  it('is not where somebody else in the import has it', () => {
    expect(match({}, [member()], false)).toBe('ambiguous');
  });

  it('finds nobody where nobody has it', () => {
    expect(match({}, [])).toBe('no_match');
  });
});

describe('a name that more members have than are compared', () => {
  const cut = (facts: Partial<Facts>, members: KnownMember[]) =>
    matchByName(person(facts), { members, isCut: true }, true).reason;

  it('is decided where the rest agree less', () => {
    expect(cut({ birthYear: 1986 }, [member({ birthYear: 1986 }), member()])).toBe(
      'name_and_birth_year',
    );
  });

  it('is not where the rest may agree as much', () => {
    const facts: Partial<Facts> = { birthYear: 1986, gender: 'MALE' };
    const ruledOut = member({ birthYear: 1986, gender: 'FEMALE' });
    expect(cut(facts, [ruledOut])).toBe('ambiguous');
    expect(cut({ gender: 'MALE' }, [member({ gender: 'MALE' })])).toBe('ambiguous');
  });
});

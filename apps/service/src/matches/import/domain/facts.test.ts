import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import {
  anyContradict,
  compareFacts,
  contradict,
  type Facts,
  mergeFacts,
  nothingKnown,
} from './participant.ts';

const person = (facts: Partial<Facts> = {}): Facts => ({ ...nothingKnown, ...facts });
const mike = {
  emailHash: 'a',
  birthYear: 1986,
  gender: 'MALE',
  city: 'austin',
  state: 'tx',
} as const;
const others = [
  { emailHash: 'b' },
  { birthYear: 1990 },
  { gender: 'FEMALE' as const },
  { city: 'dallas' },
  { state: 'co' },
];

describe('two people contradict each other', () => {
  testRows(others)('where both know a fact and it differs', (other) => {
    expect(contradict(mike, { ...mike, ...other })).toBe(true);
    expect(contradict(person(other), mike)).toBe(true);
  });

  it('not where they agree, or one does not know', () => {
    expect(contradict(mike, { ...mike })).toBe(false);
    expect(contradict(mike, person())).toBe(false);
    expect(contradict(person(), person())).toBe(false);
  });
});

describe('of several people two contradict each other', () => {
  testRows(others)('wherever the two are in the list', (other) => {
    expect(anyContradict([mike, person(), person(other)])).toBe(true);
    expect(anyContradict([person(other), person(), mike])).toBe(true);
  });

  it('not where each fact is known to one, or to all alike', () => {
    const parts = Object.entries(mike).map(([name, value]) => person({ [name]: value }));
    expect(anyContradict([...parts, mike])).toBe(false);
    expect(anyContradict([])).toBe(false);
  });
});

describe('what several know of one person', () => {
  it('is every fact that one of them knows', () => {
    const parts = Object.entries(mike).map(([name, value]) => person({ [name]: value }));
    expect(mergeFacts(parts)).toEqual(mike);
    expect(mergeFacts([mike, mike])).toEqual(mike);
    expect(mergeFacts([])).toEqual(nothingKnown);
  });

  testRows(others)('is not what they disagree on', (other) => {
    const [name = ''] = Object.keys(other);
    expect(mergeFacts([mike, { ...mike, ...other }])).toEqual({ ...mike, [name]: null });
  });
});

describe('a comparison', () => {
  const all = { email: 'agrees', birthYear: 'agrees', gender: 'agrees', location: 'agrees' };

  it('agrees in what both know alike, and knows nothing of the rest', () => {
    expect(compareFacts(mike, mike)).toEqual(all);
    expect(new Set(Object.values(compareFacts(mike, person())))).toEqual(new Set(['unknown']));
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
  ])('says of each fact whether it agrees', (other, expected) => {
    expect(compareFacts(mike, { ...mike, ...other })).toEqual({ ...all, ...expected });
  });
});

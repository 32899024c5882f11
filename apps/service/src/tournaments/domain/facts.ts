import type { Gender } from '../../platform/database/schema.ts';

/** What tells people of one name apart, in the form it is compared in. Null is unknown. */
export interface Facts {
  /** Keyed hash of the e-mail address, in hexadecimal. */
  emailHash: string | null;
  birthYear: number | null;
  gender: Exclude<Gender, 'UNKNOWN'> | null;
  /** Folded, as the state. */
  city: string | null;
  state: string | null;
}

export const nothingKnown: Facts = {
  emailHash: null,
  birthYear: null,
  gender: null,
  city: null,
  state: null,
};

const names = ['emailHash', 'birthYear', 'gender', 'city', 'state'] as const;

/** Whether a fact that both know differs. */
export function contradict(one: Facts, other: Facts): boolean {
  return names.some((name) => compare(one[name], other[name]) === 'differs');
}

/** Whether any two of them contradict each other, found in one pass. */
export function anyContradict(all: Iterable<Facts>): boolean {
  const seen: Facts = { ...nothingKnown };
  for (const facts of all) {
    if (contradict(seen, facts)) return true;
    for (const name of names) Object.assign(seen, { [name]: seen[name] ?? facts[name] });
  }
  return false;
}

/** What several sources know of one person. A fact they disagree on is not known. */
export function mergeFacts(sources: readonly Facts[]): Facts {
  return {
    emailHash: agreed(sources.map(({ emailHash }) => emailHash)),
    birthYear: agreed(sources.map(({ birthYear }) => birthYear)),
    gender: agreed(sources.map(({ gender }) => gender)),
    city: agreed(sources.map(({ city }) => city)),
    state: agreed(sources.map(({ state }) => state)),
  };
}

function agreed<Value>(values: readonly (Value | null)[]): Value | null {
  const known = new Set(values.filter((value) => value !== null));
  const [first] = known;
  return known.size === 1 && first !== undefined ? first : null;
}

export type Comparison = 'agrees' | 'differs' | 'unknown';

/** How the facts of a person compare with those of another. */
export function compareFacts(one: Facts, other: Facts) {
  return {
    email: compare(one.emailHash, other.emailHash),
    birthYear: compare(one.birthYear, other.birthYear),
    gender: compare(one.gender, other.gender),
    location: compareLocations(one, other),
  };
}

// A city alone proves little, there is one of its name in many a state: both have to agree.
function compareLocations(one: Facts, other: Facts): Comparison {
  const both = [compare(one.city, other.city), compare(one.state, other.state)];
  if (both.includes('differs')) return 'differs';
  return both.includes('unknown') ? 'unknown' : 'agrees';
}

function compare(one: string | number | null, other: string | number | null): Comparison {
  if (one === null || other === null) return 'unknown';
  return one === other ? 'agrees' : 'differs';
}

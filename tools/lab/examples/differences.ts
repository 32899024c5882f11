import { type Json, walkBoth } from './json.ts';

/** A location where an answer is not what its example says; undefined where one of them has nothing. */
export interface Difference {
  pointer: string;
  example: Json | undefined;
  answer: Json | undefined;
}

/** Where an answer differs from its example; the order of the fields of an object says nothing. */
export function differences(example: Json, answer: Json): Difference[] {
  return [...walkBoth(example, answer)]
    .filter(([, one, other]) => differ(one, other))
    .map(([pointer, one, other]) => ({ pointer, example: one, answer: other }));
}

// What stands inside of two objects or two lists has a pointer of its own.
function differ(one: Json | undefined, other: Json | undefined): boolean {
  if (typeof one !== 'object' || typeof other !== 'object') return one !== other;
  if (one === null || other === null) return one !== other;
  return Array.isArray(one) !== Array.isArray(other);
}

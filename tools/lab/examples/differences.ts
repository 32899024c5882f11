import { type Json, walkBoth } from './json.ts';

/** One difference between a response and its example. A side without a value is undefined. */
export interface Difference {
  pointer: string;
  example: Json | undefined;
  answer: Json | undefined;
}

/**
 * Lists where a response differs from its example. The order of an object's fields does not count.
 */
export function differences(example: Json, answer: Json): Difference[] {
  return [...walkBoth(example, answer)]
    .filter(([, one, other]) => differ(one, other))
    .map(([pointer, one, other]) => ({ pointer, example: one, answer: other }));
}

// Objects and lists on both sides are compared item by item.
function differ(one: Json | undefined, other: Json | undefined): boolean {
  if (typeof one !== 'object' || typeof other !== 'object') return one !== other;
  if (one === null || other === null) return one !== other;
  return Array.isArray(one) !== Array.isArray(other);
}

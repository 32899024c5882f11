export interface Named {
  first_name: string;
  last_name: string;
}

const letters = new Intl.Segmenter();

// The longest letter with its marks. No language needs as many code points, and a display name has at most 128.
const MAX_CODE_POINTS = 20;

/** Returns a name such as "Mike B.", with the first letter of the last name, as a person sees letters. */
export function displayName({ first_name, last_name }: Named): string {
  const initial = initialOf(last_name);
  return initial === '' ? first_name : `${first_name} ${initial.toUpperCase()}.`;
}

/** Returns the first letter of a name, as a person sees letters; empty for an empty name. */
export function initialOf(name: string): string {
  const [initial] = letters.segment(name);
  return [...(initial?.segment ?? '')].slice(0, MAX_CODE_POINTS).join('');
}

export function fullName({ first_name, last_name }: Named): string {
  return `${first_name} ${last_name}`;
}

/** Returns the earliest accepted birth date on a day (`YYYY-MM-DD`): 120 years before. */
export function earliestBirth(day: string): string {
  return `${Number(day.slice(0, 4)) - 120}${day.slice(4)}`;
}

/**
 * Returns whether a member is protected as a player under 16. A corrected birth date does not end the protection
 * until an operator confirms it.
 */
export function isProtected(
  { protected_until }: { protected_until: string | null },
  now: Date,
): boolean {
  return protected_until !== null && protected_until > toDay(now);
}

/** Returns the UTC calendar day of a time, as `YYYY-MM-DD`. */
export function toDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

// One letter of a first name fits so many that it finds nobody in particular.
const MIN_BEGINNING = 2;

/** Whether a token may be the beginning of a first name, and need not be all of it. */
export function isBeginning(token: string): boolean {
  return Array.from(token).length >= MIN_BEGINNING;
}

// What trigrams can look up.
const MIN_PART = 3;

/** Whether a token may be a part of a connected player's name. */
export function isPart(token: string): boolean {
  return Array.from(token).length >= MIN_PART;
}

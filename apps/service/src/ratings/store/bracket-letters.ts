import { sql } from 'kysely';

// The largest tables name each bracket by one letter. A letter never gets another meaning: new brackets are appended.
const divisions = ['open', '12-13', '14-15', '16-18', '35+', '40+', '50+', '60+', '70+'];
const keys = ['overall', 'singles', 'doubles', 'gender', 'mixed'].flatMap((category) =>
  divisions.map((division) => `${category}-${division}`),
);
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrs';

const letters = new Map(keys.map((key, index) => [key, LETTERS.charAt(index)]));

/** Returns the letter of a bracket key; null if there is no such bracket. */
export function letterOf(bracket: string): string | null {
  return letters.get(bracket) ?? null;
}

/** @throws RangeError if there is no such bracket. */
export function lettersOf(brackets: readonly string[]): string {
  return brackets.map(requireLetter).join('');
}

function requireLetter(bracket: string): string {
  const letter = letterOf(bracket);
  if (letter === null) throw new RangeError(`The bracket ${bracket} has no letter.`);
  return letter;
}

// Thousands of rows share one array of brackets.
const bracketsByLetters = new Map<string, readonly string[]>();

/** Returns the bracket keys that these letters name. */
export function bracketsOf(text: string): readonly string[] {
  const known = bracketsByLetters.get(text);
  if (known !== undefined) return known;
  const brackets = Array.from(text, (letter) => {
    const key = keys[LETTERS.indexOf(letter)];
    if (key === undefined) throw new RangeError(`No bracket has the letter ${letter}.`);
    return key;
  });
  bracketsByLetters.set(text, brackets);
  return brackets;
}

/** SQL for the bracket key of a letter. */
export const keyOf = (letter: string) =>
  sql<string>`(${sql.lit(`{${keys.join(',')}}`)}::text[])[strpos(${sql.lit(LETTERS)}, ${sql.ref(letter)})]`;

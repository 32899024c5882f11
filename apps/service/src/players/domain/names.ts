export interface Named {
  first_name: string;
  last_name: string;
}

const letters = new Intl.Segmenter();

// Of a letter with its marks: no language needs as many, and a display name has at most 128.
const MAX_CODE_POINTS = 20;

/** "Mike B.": the first name and the last name's first letter, as a person sees letters. */
export function displayName({ first_name, last_name }: Named): string {
  const initial = initialOf(last_name);
  return initial === '' ? first_name : `${first_name} ${initial.toUpperCase()}.`;
}

/** The first letter of a name, as a person sees letters; empty of an empty one. */
export function initialOf(name: string): string {
  const [initial] = letters.segment(name);
  return [...(initial?.segment ?? '')].slice(0, MAX_CODE_POINTS).join('');
}

export function fullName({ first_name, last_name }: Named): string {
  return `${first_name} ${last_name}`;
}

export interface Named {
  first_name: string;
  last_name: string;
}

const letters = new Intl.Segmenter();

/** "Mike B.": the first name and the last name's first letter, as a person sees letters. */
export function displayName({ first_name, last_name }: Named): string {
  const [initial] = letters.segment(last_name);
  return initial === undefined ? first_name : `${first_name} ${initial.segment.toUpperCase()}.`;
}

export function fullName({ first_name, last_name }: Named): string {
  return `${first_name} ${last_name}`;
}

// What the names of members were turned into when migration 0002 was written. It stays as it is,
// also where `players/domain/name-columns.ts` has changed since.

interface Named {
  first_name: string;
  last_name: string;
  city: string | null;
}

/** More than an index takes is cut off: some letters fold to many. */
const MAX_LETTERS = 300;

// Letters that Unicode does not take apart into a base letter and a mark.
const BASE_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
};

export function nameColumns({ first_name, last_name, city }: Named) {
  return {
    display_name: displayName(first_name, last_name),
    name_folded: fold(`${first_name} ${last_name}`),
    name_order: fold(`${last_name} ${first_name}`),
    city_folded: city === null ? null : fold(city),
  };
}

const letters = new Intl.Segmenter();

function displayName(firstName: string, lastName: string): string {
  const [initial] = letters.segment(lastName);
  return initial === undefined ? firstName : `${firstName} ${initial.segment.toUpperCase()}.`;
}

function fold(text: string): string {
  const folded = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[ßæœøđðþłħŧı]/gu, (letter) => BASE_LETTERS[letter] ?? letter)
    .replace(/[\p{Pd}\p{Z}\s]+/gu, ' ')
    .replace(/[^\p{L}\p{N} ]/gu, '')
    .replace(/ +/g, ' ')
    .trim();
  return Array.from(folded).slice(0, MAX_LETTERS).join('').trimEnd();
}

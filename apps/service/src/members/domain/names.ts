import { displayName, fullName, initialOf, type Named } from '../../ratings/domain/player.ts';

// Letters that Unicode does not decompose into a base letter and a mark.
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

// The marks without which a name still is the same name: accents, and the vowel points of Arabic, Hebrew, and Syriac. The marks of
// other scripts are vowels, such as those of राम and रीमा, or change a letter, as the two marks of kana do.
const ACCENT =
  /[[\p{M}&&[\p{sc=Inherited}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}]]--[\u3099\u309a]]/gv;

/**
 * Folds a text: removes what does not count when names are compared, such as case, accents and punctuation. `O’Brien-Łukasz` and
 * `obrien lukasz` become the same. Empty if nothing is left.
 */
export function foldText(text: string): string {
  return (
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[ßæœøđðþłħŧı]/gu, (letter) => BASE_LETTERS[letter] ?? letter)
      .replace(/[\p{Pd}\p{Z}\s]/gu, ' ')
      .replace(ACCENT, '')
      .replace(/[^\p{L}\p{M}\p{N} ]/gu, '')
      .replace(/ +/g, ' ')
      .trim()
      // Marks that are now next to each other have one order.
      .normalize('NFD')
  );
}

/** The columns of a member that follow from the name and the city. */
interface NameColumns {
  display_name: string;
  /** First and last name, folded. */
  name_folded: string;
  /**
   * The last name's initial and the first name, folded: the order of a list by name. It contains no more than
   * `display_name`, because the order of a list would give away the rest.
   */
  name_order: string;
  city_folded: string | null;
}

// A hostile name folds to many times its length, which is too long for an index. Two names of a hundred letters each fit.
const MAX_LENGTH = 300;

// The limit keeps cursors short, because they contain `name_order`.
const MAX_ORDER_LENGTH = 60;

/** Returns the columns that everything that writes a name or a city must write too. */
export function nameColumns(member: Named & { city: string | null }): NameColumns {
  return {
    display_name: displayName(member),
    name_folded: foldShort(fullName(member)),
    name_order: nameOrder(member),
    city_folded: member.city === null ? null : foldShort(member.city),
  };
}

export function nameOrder({ first_name, last_name }: Named): string {
  return cut(foldText(`${initialOf(last_name)} ${first_name}`), MAX_ORDER_LENGTH);
}

/** Folds a text as the columns are folded, to compare it with them. */
export function foldShort(text: string): string {
  return cut(foldText(text), MAX_LENGTH);
}

function cut(text: string, length: number): string {
  return Array.from(text).slice(0, length).join('').trimEnd();
}

const MEMBER_ID = /^mem_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

const MEMBER_NUMBER = /^[1-9][0-9]{0,15}$/;

/** Member references by their form, each as sent. */
export interface References {
  ids: string[];
  /** Member numbers, in digits. */
  numbers: string[];
}

/** Returns whether a text has the form of a member id or a member number. */
export function isReference(text: string): boolean {
  return MEMBER_ID.test(text) || MEMBER_NUMBER.test(text);
}

export function splitReferences(references: readonly string[]): References {
  return {
    ids: references.filter((reference) => MEMBER_ID.test(reference)),
    numbers: references.filter((reference) => MEMBER_NUMBER.test(reference)),
  };
}

/** The path of pages that players share. */
export const SHARED_PATH = '/players';

/** Returns the address of a page that a player shares. Its last part is secret. */
export function sharedAddress(publicUrl: string, secret: string): string {
  return `${publicUrl}${SHARED_PATH}/${secret}`;
}

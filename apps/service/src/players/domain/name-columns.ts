import { foldText } from './folded-text.ts';
import { displayName, fullName, initialOf, type Named } from './names.ts';

/** The columns of a member that follow from the name and the city, for showing and searching. */
export interface NameColumns {
  display_name: string;
  /** First and last name, folded. */
  name_folded: string;
  /**
   * The last name's first letter and the first name, folded: the order of a list by name. It holds no
   * more than `display_name`, since who sees an order could find out what it goes by.
   */
  name_order: string;
  city_folded: string | null;
}

// A hostile name folds to many times its length, more than an index takes. Two names of a hundred
// letters each fit.
const MAX_LENGTH = 300;
// A cursor names where a page ended by it.
const MAX_ORDER_LENGTH = 60;

/** Every writer of a name or a city writes these with it. */
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

/** A text folded as the columns are, to be compared with them. */
export function foldShort(text: string): string {
  return cut(foldText(text), MAX_LENGTH);
}

function cut(text: string, length: number): string {
  return Array.from(text).slice(0, length).join('').trimEnd();
}

import { foldText } from './folded-text.ts';
import { displayName, fullName, type Named } from './names.ts';

/** The columns of a member that follow from the name and the city, for showing and searching. */
export interface NameColumns {
  display_name: string;
  /** First and last name, folded. */
  name_folded: string;
  /** Last and first name, folded: the order of a list by name. */
  name_order: string;
  city_folded: string | null;
}

// A hostile name folds to many times its length, more than an index takes. Two names of a hundred
// letters each fit.
const MAX_LENGTH = 300;

/** Every writer of a name or a city writes these with it. */
export function nameColumns(member: Named & { city: string | null }): NameColumns {
  return {
    display_name: displayName(member),
    name_folded: foldShort(fullName(member)),
    name_order: foldShort(`${member.last_name} ${member.first_name}`),
    city_folded: member.city === null ? null : foldShort(member.city),
  };
}

/** A text folded as the columns are, to be compared with them. */
export function foldShort(text: string): string {
  return Array.from(foldText(text)).slice(0, MAX_LENGTH).join('').trimEnd();
}

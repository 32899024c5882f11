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

/** Whoever writes a name or a city writes these with it. */
export function nameColumns(member: Named & { city: string | null }): NameColumns {
  return {
    display_name: displayName(member),
    name_folded: foldText(fullName(member)),
    name_order: foldText(`${member.last_name} ${member.first_name}`),
    city_folded: member.city === null ? null : foldText(member.city),
  };
}

import { nameColumns } from '../../members/domain/names.ts';
import type { PersonRow } from '../store/people.ts';

const name = { first_name: 'Former player', last_name: '', city: null };

/** The columns of an erased member. Only the id and the number remain. */
export const formerPlayer = {
  ...name,
  ...nameColumns(name),
  email: null,
  email_hash: null,
  birth_date: null,
  birth_year: null,
  protected_until: null,
  gender: 'UNKNOWN',
  state: null,
  zip: null,
  country: null,
  is_wheelchair: false,
  is_discoverable: false,
} as const;

/** Replaces the reason of an operator that contains the name of an erased person. */
export const REMOVED_REASON = 'The reason was removed, because it named a former player.';

/**
 * The texts that name a person in a stored answer of the API: the id and the email address as they are, the member
 * number and the names as JSON. So answers about another person with the same name are found too.
 */
export function tracesOf(people: readonly PersonRow[]): string[] {
  const traces = people.flatMap((person) => [
    person.id,
    // A request may name a person by the member number, and the answer may repeat it.
    JSON.stringify(String(person.member_number)),
    ...(person.email === null ? [] : [person.email]),
    field('displayName', person.display_name),
    field('lastName', person.last_name),
  ]);
  return [...new Set(traces)];
}

function field(name: string, value: string): string {
  return `${JSON.stringify(name)}:${JSON.stringify(value)}`;
}

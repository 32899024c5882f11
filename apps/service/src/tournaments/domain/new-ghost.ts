import type { NewMemberRow } from '../../platform/database/schema.ts';
import { nameColumns } from '../../players/domain/name-columns.ts';
import type { Person } from './group-people.ts';

/** The row of a placeholder for a person whom nobody could be found for. */
export function ghostRow(person: Person, id: string, createdAt: Date): NewMemberRow {
  const [first] = person.participants;
  if (first === undefined) throw new Error('A person has participants.');
  const name = {
    first_name: folded(first.sent.firstName),
    last_name: folded(first.sent.lastName),
    city: asSent(person, 'city'),
  };
  return {
    id,
    ...name,
    ...nameColumns(name),
    email: null,
    birth_date: null,
    birth_year: person.birthYear,
    gender: person.gender ?? 'UNKNOWN',
    state: asSent(person, 'state'),
    zip: null,
    country: null,
    is_ghost: true,
    created_at: createdAt,
  };
}

// Kept as it was written first, of the spellings that are compared as the same.
function asSent(person: Person, fact: 'city' | 'state'): string | null {
  const value = person[fact];
  if (value === null) return null;
  const source = person.participants.find((participant) => participant[fact] === value);
  return folded(source?.sent[fact] ?? value);
}

function folded(text: string): string {
  const composed = text.normalize('NFC');
  return composed.trim() === '' ? composed : composed.trim();
}

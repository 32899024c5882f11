import { nameColumns } from './name-columns.ts';

const name = { first_name: 'Former player', last_name: '', city: null };

/** The columns of a member of whom nothing is left but the id and the number. */
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

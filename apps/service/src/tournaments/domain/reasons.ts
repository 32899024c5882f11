/** Why a participant was matched to a member or to none, surest first. */
const reasons = [
  'member_id',
  'email',
  'imported_before',
  'name_and_birth_year',
  'name_and_place',
  'name_and_gender',
  'unique_name',
  'no_match',
  'ambiguous',
] as const;

export type Reason = (typeof reasons)[number];

export function surest(one: Reason, other: Reason): Reason {
  return reasons.indexOf(one) <= reasons.indexOf(other) ? one : other;
}

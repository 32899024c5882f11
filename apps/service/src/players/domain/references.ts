const MEMBER_ID = /^mem_[0-7][0-9a-hjkmnp-tv-z]{25}$/;
const MEMBER_NUMBER = /^[1-9][0-9]{0,15}$/;

/** Member references by their form, each kept as sent; what has neither form names nobody. */
export interface References {
  ids: string[];
  /** Member numbers, in digits. */
  numbers: string[];
}

/** Whether a text has the form of an identifier or a number of a member. */
export function isReference(text: string): boolean {
  return MEMBER_ID.test(text) || MEMBER_NUMBER.test(text);
}

export function splitReferences(references: readonly string[]): References {
  return {
    ids: references.filter((reference) => MEMBER_ID.test(reference)),
    numbers: references.filter((reference) => MEMBER_NUMBER.test(reference)),
  };
}

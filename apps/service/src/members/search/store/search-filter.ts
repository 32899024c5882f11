/** Who is looked for. All that is not null must hold. */
export interface SearchFilter {
  /** Folded; every one must fit the name. */
  tokens: readonly string[];
  /** A `mem_…` id or the digits of a member number. */
  reference: string | null;
  /** Folded. */
  city: string | null;
  /** As sent; the database folds it. */
  state: string | null;
  country: string | null;
  zip: string | null;
  gender: string | null;
  isVairified: boolean | null;
  isWheelchair: boolean | null;
  ages: Range | null;
  /** Rated in at least one of these. */
  sports: readonly string[] | null;
  /** The member numbers of those whose ratings the application that asks may not see. */
  hidden: readonly number[];
  /** In one sport and bracket; set where a filter or the order looks at ratings. */
  rating: RatingFilter | null;
}

/** Both ends belong to it; null is open. */
export interface Range {
  from: number | null;
  to: number | null;
}

export interface RatingFilter extends Range {
  sport: string;
  bracket: string;
}

export type SearchSort = 'name' | 'rating' | 'activity';

/**
 * The last player of a page, behind whom the next begins: the member number and `name_order`, and by
 * `rating` the rating in thousandths, by `activity` the moment of the last match in milliseconds, null
 * for who never played.
 */
export interface SearchPosition {
  memberNumber: number;
  name: string;
  value: number | null;
}

/** The part of a list that makes a page. */
export interface SearchRange {
  after: SearchPosition | null;
  offset: number;
  limit: number;
}

/** A player found, in the order asked for. */
export interface FoundPlayer extends SearchPosition {
  id: string;
}

const RATING_FIELDS = ['previousRating', 'newRating', 'splits'] as const;

type RatingField = (typeof RATING_FIELDS)[number];

/** The data of a rating update without what needs `user:rating:read`. */
export function withoutRatings<Data extends object>(data: Data): Omit<Data, RatingField> {
  const rest: Partial<Record<RatingField, unknown>> & Data = { ...data };
  for (const field of RATING_FIELDS) delete rest[field];
  return rest;
}

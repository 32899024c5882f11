/**
 * The header fields of every answer of an operation and of every error. Answers contain personal data or
 * credentials, so no cache may store them, and no browser may guess another media type.
 */
export const answerHeaders = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
} as const;

/**
 * Header fields of every answer of an operation and of every error. What the service answers is about
 * people or credentials, so no cache may store it, and no browser may take it for what it is not.
 */
export const answerHeaders = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
} as const;

import type { MatchBatchResult } from '@partner-rating/client';
import * as z from 'zod';
import { errorLines } from '../tool-error.ts';
import { definedFields } from './fields.ts';
import { ratingChangesShape, ratingChangesView } from './rating-changes.ts';

export const batchResultSchema = z.object({
  success: z.boolean(),
  dryRun: z.boolean(),
  matches: z.array(
    z.object({
      identifier: z.string(),
      matchId: z.nullable(z.string()),
      status: z.string(),
      duplicateOf: z.exactOptional(z.string()).describe('other: from another application'),
      possibleDuplicateOf: z.exactOptional(z.string()),
      settled: z.exactOptional(z.boolean()),
      confirmations: z.exactOptional(z.array(z.array(z.string()))),
    }),
  ),
  ...ratingChangesShape,
  errors: z.exactOptional(z.array(z.string())),
});

/** The results of submitted matches. */
export function batchResultView(result: MatchBatchResult): z.input<typeof batchResultSchema> {
  const { success, dryRun, errors } = result;
  return {
    success,
    dryRun,
    matches: result.matches.map(({ identifier, id, status, ...more }) => ({
      identifier,
      matchId: id,
      status,
      ...definedFields({
        duplicateOf: more.duplicateOf,
        possibleDuplicateOf: more.possibleDuplicateOf,
        settled: more.settled,
        confirmations: more.confirmations,
      }),
    })),
    ...ratingChangesView(result.ratingChanges),
    ...definedFields({ errors: errors && errorLines(errors) }),
  };
}

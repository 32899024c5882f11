import { PartnerRatingClient } from '@partner-rating/client';
import { MatchBatchSchema, MatchVoidInputSchema } from '@partner-rating/zod';
import * as z from 'zod';

const client = new PartnerRatingClient({
  apiKey: process.env.SERVICE_API_KEY ?? '',
  environment: 'local',
});

/** Your form sends fields of the contract, and a field of your own. */
const voidFormSchema = MatchVoidInputSchema.extend({ confirmed: z.literal(true) });

/** Returns the errors to show next to the fields. If there are none, you can send the form. */
export function errorsOf(form: unknown): Record<string, string[] | undefined> {
  const { error } = voidFormSchema.safeParse(form);
  return error ? z.flattenError(error).fieldErrors : {};
}

/** Submits a batch that somebody typed in a file. If the batch is invalid, throws before sending it. */
export async function submitFile(text: string): Promise<number> {
  const batch = MatchBatchSchema.parse(JSON.parse(text));
  const { ratingChanges } = await client.matches.submit(batch);
  return ratingChanges.length;
}

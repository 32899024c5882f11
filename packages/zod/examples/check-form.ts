import { PartnerRatingClient } from '@partner-rating/client';
import { MatchBatchSchema, MatchVoidInputSchema } from '@partner-rating/zod';
import * as z from 'zod';

const client = new PartnerRatingClient({
  apiKey: process.env.SERVICE_API_KEY ?? '',
  environment: 'local',
});

/** What a form of yours sends: fields of the contract, and one of your own. */
const voidFormSchema = MatchVoidInputSchema.extend({ confirmed: z.literal(true) });

/** Faults to show beside the fields; none where a form may be sent. */
export function faultsOf(form: unknown): Record<string, string[] | undefined> {
  const { error } = voidFormSchema.safeParse(form);
  return error ? z.flattenError(error).fieldErrors : {};
}

/** Submits a batch that somebody typed, as from a file. What is wrong with it is thrown before it is sent. */
export async function submitFile(text: string): Promise<number> {
  const batch = MatchBatchSchema.parse(JSON.parse(text));
  const { ratingChanges } = await client.matches.submit(batch);
  return ratingChanges.length;
}

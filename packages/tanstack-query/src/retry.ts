import type { PartnerRatingError } from '@partner-rating/client';

/** Whether TanStack Query repeats what failed: it need not, since the client has retried what is safe to retry. */
export type Retry = boolean | ((failureCount: number, error: PartnerRatingError) => boolean);

/** Four calls of three attempts each would be twelve requests for one that is refused. */
export const retry = false as Retry;

import { context, propagation } from '@opentelemetry/api';
import { PartnerRatingClient } from '@partner-rating/client';

/** The spans of the service belong to the trace in which your code calls it. */
export const client = new PartnerRatingClient({
  hooks: {
    beforeRequest: ({ headers }) => propagation.inject(context.active(), headers),
  },
});

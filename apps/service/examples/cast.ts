import type { PartnerRatingClient } from '@partner-rating/client';

/** The partners of the story, each as its client. */
export interface Cast {
  /** Courtside Club, the partner of the examples. */
  club: PartnerRatingClient;
  apiKey: string;
  /** Rally League, whose matches were played before. */
  league: PartnerRatingClient;
}

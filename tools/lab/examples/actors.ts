import type { PartnerRatingClient } from '@partner-rating/client';

/** The partners of the scenarios, each as its client. */
export interface Actors {
  /** Courtside Club, the partner of the examples. */
  club: PartnerRatingClient;
  apiKey: string;
  /** Rally League, whose matches were played before. */
  league: PartnerRatingClient;
}

import { type LabeledCount, measureCount } from './labeled-count.ts';
import type { Metrics } from './metrics.ts';

export interface ServiceCounts {
  /** By what they came to. */
  logIns: LabeledCount;
  /** By sport. */
  ratedMatches: LabeledCount;
}

/** Measures what the players and partners of this instance do. */
export function measureServiceCounts(
  metrics: Pick<Metrics, 'registry'>,
  { logIns, ratedMatches }: ServiceCounts,
): void {
  measureCount(
    metrics,
    {
      name: 'partner_rating_log_ins_total',
      help: 'Attempts of players to log in at this instance, by what they came to.',
      label: 'outcome',
    },
    logIns,
  );
  measureCount(
    metrics,
    {
      name: 'partner_rating_matches_rated_total',
      help: 'Matches this instance has rated as they came in, by sport.',
      label: 'sport',
    },
    ratedMatches,
  );
}

import { lossPerDay } from '../../ratings/domain/absence.ts';
import { sports } from '../../ratings/domain/sports.ts';

/**
 * SQL for the reliability of the row `rating` at a time, a `timestamptz`: what
 * `reliabilityAfterAbsence` gives, where an answer is made in the database.
 */
export function standingReliability(now: string): string {
  const losses = sports.map((sport) => `when '${sport}' then ${lossPerDay(sport)}`);
  const days = `extract(epoch from ${now} - rating.last_played_at)::double precision / 86400`;
  return `case
    when rating.last_played_at >= ${now} or rating.last_played_at is null then rating.reliability
    else floor(greatest(0, rating.reliability
      - (case rating.sport ${losses.join(' ')} else ${lossPerDay('')} end) * (${days})) * 100 + 0.5) / 100
  end`;
}

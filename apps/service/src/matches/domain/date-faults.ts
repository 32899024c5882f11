import type { FaultItem } from '@partner-rating/server';
import type { PlayerRow } from '../../players/store/players.ts';
import type { EffectiveMatch } from './effective-match.ts';
import { parseMatchDate } from './match-date.ts';

// The clocks of partners are not all right.
const TOLERANCE_MILLISECONDS = 60_000;
const EARLIEST = new Date('2000-01-01T00:00:00Z');

export interface DateFacts {
  now: Date;
  players: ReadonlyMap<string, PlayerRow>;
  /** Whether the application may know the player's age. */
  mayKnowAge: (memberId: string) => boolean;
}

/** What the date of a match is at fault in. */
export function dateFaults(match: EffectiveMatch, facts: DateFacts): FaultItem[] {
  const pointer = match.pointers.matchDate;
  const moment = playedAt(match, facts.now);
  if (moment === null) {
    const detail = 'The date lies outside the years 0001 to 9999. Give the date of the match.';
    return [{ pointer, code: 'format', detail }];
  }
  if (moment < EARLIEST) {
    const detail = `${match.matchDate} lies before 2000. Results are taken from 2000-01-01 on.`;
    return [{ pointer, code: 'date_too_early', detail }];
  }
  if (moment.getTime() > facts.now.getTime() + TOLERANCE_MILLISECONDS) {
    const detail = `${match.matchDate} lies in the future. Submit a match once it has been played.`;
    return [{ pointer, code: 'date_in_future', detail }];
  }
  return birthFaults(match, moment, facts);
}

// Report no age fault for players whose age is hidden, or the birth date could be guessed.
function birthFaults(
  { position, teams }: EffectiveMatch,
  moment: Date,
  { players, mayKnowAge }: DateFacts,
): FaultItem[] {
  const day = moment.toISOString().slice(0, 10);
  return teams.flatMap((team, teamIndex) =>
    team.flatMap((reference, index) => {
      const player = players.get(reference);
      if (player?.birth_date == null || player.birth_date <= day) return [];
      if (!mayKnowAge(player.id)) return [];
      const pointer = `/matches/${position}/teams/${teamIndex}/${index}`;
      const detail = `Member ${reference} was not born on ${day}. Check the player and the date.`;
      return [{ pointer, code: 'date_before_birth', detail }];
    }),
  );
}

/** When a match was played: now where that was left out, null where the date is none. */
export function playedAt({ matchDate }: EffectiveMatch, now: Date): Date | null {
  return matchDate === null ? now : parseMatchDate(matchDate);
}

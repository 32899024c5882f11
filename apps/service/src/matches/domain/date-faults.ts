import type { FaultItem } from '@partner-rating/server';
import type { PlayerRow } from '../../players/store/players.ts';
import type { EffectiveMatch } from './effective-match.ts';
import { latestDay, type PlayedDays } from './played-days.ts';
import { isTimeZone } from './time-zones.ts';

// The clocks of partners are not all right.
const TOLERANCE_MILLISECONDS = 60_000;
const EARLIEST_DAY = '2000-01-01';

export interface DateFacts {
  now: Date;
  players: ReadonlyMap<string, PlayerRow>;
  /** Whether the application may know the player's age. */
  mayKnowAge: (memberId: string) => boolean;
}

/** What the date and the time zone of a match are at fault in; its days are null where it has no possible date. */
export function dateFaults(
  match: EffectiveMatch,
  played: PlayedDays | null,
  facts: DateFacts,
): FaultItem[] {
  return [...zoneFaults(match), ...dayFaults(match, played, facts)];
}

function zoneFaults({ timeZone, pointers: { timeZone: pointer } }: EffectiveMatch): FaultItem[] {
  if (timeZone === null || isTimeZone(timeZone)) return [];
  const detail =
    `The IANA database has no time zone ${timeZone}. Name that of the venue, such as America/Chicago, or leave ` +
    'it out.';
  return [{ pointer, code: 'unknown_time_zone', detail }];
}

function dayFaults(
  match: EffectiveMatch,
  played: PlayedDays | null,
  facts: DateFacts,
): FaultItem[] {
  const { matchDate } = match;
  const pointer = match.pointers.matchDate;
  if (played === null) {
    const detail = `The date ${matchDate} does not exist in the years 0001 to 9999. Give the date of the match.`;
    return [{ pointer, code: 'format', detail }];
  }
  if (isInFuture(played, match, facts)) {
    const detail = `${matchDate} lies in the future. Submit a match once it has been played.`;
    return [{ pointer, code: 'date_in_future', detail }];
  }
  if (played.day < EARLIEST_DAY) {
    const detail = `${matchDate} lies before 2000. Results are taken from ${EARLIEST_DAY} on.`;
    return [{ pointer, code: 'date_too_early', detail }];
  }
  return birthFaults(match, played, facts);
}

function isInFuture(
  { moment, firstDay }: PlayedDays,
  { timeZone }: EffectiveMatch,
  { now }: DateFacts,
): boolean {
  const latest = new Date(now.getTime() + TOLERANCE_MILLISECONDS);
  return moment === null ? firstDay > latestDay(timeZone, latest) : moment > latest;
}

// Report no age fault for players whose age is hidden, or the birth date could be guessed.
function birthFaults(
  { position, teams }: EffectiveMatch,
  { day }: PlayedDays,
  { players, mayKnowAge }: DateFacts,
): FaultItem[] {
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

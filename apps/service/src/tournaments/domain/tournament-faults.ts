import type { FaultItem, Schemas } from '@partner-rating/server';
import { latestDay, playedDays } from '../../matches/domain/played-days.ts';
import { earliestBirth } from '../../players/domain/age.ts';
import type { TournamentMatch } from './tournament-matches.ts';

const MAX_NAME_LENGTH = 100;

/** What the tournament itself is at fault in. */
export function tournamentFaults({ startDate, endDate }: Schemas.Tournament): FaultItem[] {
  if (startDate === undefined || endDate === undefined || startDate <= endDate) return [];
  const detail = `The tournament ends on ${endDate}, before it starts on ${startDate}. Correct one of the dates.`;
  return [{ pointer: '/tournament/endDate', code: 'end_before_start', detail }];
}

/** Participants' names that are too long to be stored in composed form (NFC), in which a few characters grow. */
export function nameFaults(matches: readonly TournamentMatch[]): FaultItem[] {
  return matches.flatMap(({ teams, effective: { position } }) =>
    teams.flatMap((team, teamIndex) =>
      team.flatMap(({ sent }, index) =>
        (['firstName', 'lastName', 'city', 'state'] as const).flatMap((field) => {
          const pointer = `/matches/${position}/teams/${teamIndex}/${index}/${field}`;
          if ([...(sent[field] ?? '').normalize('NFC')].length <= MAX_NAME_LENGTH) return [];
          const detail = `This is longer than ${MAX_NAME_LENGTH} characters once composed (NFC). Shorten it.`;
          return [{ pointer, code: 'maxLength' as const, detail }];
        }),
      ),
    ),
  );
}

/** Birth years in which nobody can have been born who played the match. */
export function birthFaults(matches: readonly TournamentMatch[], now: Date): FaultItem[] {
  return matches.flatMap(({ teams, effective }) =>
    teams.flatMap((team, teamIndex) =>
      team.flatMap(({ sent: { birthYear } }, index) => {
        const fault = birthYear === undefined ? null : birthFault(birthYear, { effective, now });
        const pointer = `/matches/${effective.position}/teams/${teamIndex}/${index}/birthYear`;
        return fault === null ? [] : [{ pointer, ...fault }];
      }),
    ),
  );
}

function birthFault(
  birthYear: number,
  { effective, now }: { effective: TournamentMatch['effective']; now: Date },
): Omit<FaultItem, 'pointer'> | null {
  const today = latestDay(null, now);
  if (birthYear > yearOf(today)) {
    const detail = `The birth year ${birthYear} lies in the future. Correct it or leave it out.`;
    return { code: 'birth_in_future', detail };
  }
  if (birthYear < yearOf(earliestBirth(today))) {
    const detail = `The birth year ${birthYear} lies more than 120 years ago. Correct it or leave it out.`;
    return { code: 'birth_too_early', detail };
  }
  const played = playedDays(effective, now);
  if (played === null || birthYear <= yearOf(played.day)) return null;
  const detail = `Who was born in ${birthYear} did not play on ${played.day}. Check the birth year and the date.`;
  return { code: 'date_before_birth', detail };
}

function yearOf(day: string): number {
  return Number(day.slice(0, 4));
}

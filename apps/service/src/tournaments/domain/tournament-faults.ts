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

/** What is wrong with how participants are named. */
export function nameFaults(matches: readonly TournamentMatch[]): FaultItem[] {
  return matches.flatMap(({ teams, effective: { position } }) =>
    teams.flatMap((team, teamIndex) =>
      team.flatMap(({ sent }, index) => {
        const pointer = `/matches/${position}/teams/${teamIndex}/${index}`;
        return [...lengthFaults(sent, pointer), ...(isBye(sent) ? [byeFault(pointer)] : [])];
      }),
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

/** Names that are too long to be stored in composed form (NFC), in which a few characters grow. */
function lengthFaults(sent: Schemas.Participant, pointer: string): FaultItem[] {
  return (['firstName', 'lastName', 'city', 'state'] as const).flatMap((field) => {
    if ([...(sent[field] ?? '').normalize('NFC')].length <= MAX_NAME_LENGTH) return [];
    const detail = `This is longer than ${MAX_NAME_LENGTH} characters once composed (NFC). Shorten it.`;
    return [{ pointer: `${pointer}/${field}`, code: 'maxLength' as const, detail }];
  });
}

// Of letters both names have nothing but "bye": it is also a family name.
function isBye({ firstName, lastName, memberId }: Schemas.Participant): boolean {
  const letters = `${firstName}${lastName}`.replaceAll(/\P{L}/gu, '');
  return memberId === undefined && /^(?:bye)+$/i.test(letters);
}

function byeFault(pointer: string): FaultItem {
  const detail =
    'A bye is no player, and a round without an opponent is no match. Leave the match out.';
  return { pointer, code: 'bye', detail };
}

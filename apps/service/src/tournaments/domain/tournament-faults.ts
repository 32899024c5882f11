import type { FaultItem, Schemas } from '@partner-rating/server';
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

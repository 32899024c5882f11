import type { FaultItem, Schemas } from '@partner-rating/server';
import { isDeceptive } from '../../players/domain/deceptive-text.ts';
import type { TournamentMatch } from './tournament-matches.ts';

const MAX_NAME_LENGTH = 100;

/** What the tournament itself is at fault in. */
export function tournamentFaults({ startDate, endDate }: Schemas.Tournament): FaultItem[] {
  if (startDate === undefined || endDate === undefined || startDate <= endDate) return [];
  const detail = `The tournament ends on ${endDate}, before it starts on ${startDate}. Correct one of the dates.`;
  return [{ pointer: '/tournament/endDate', code: 'end_before_start', detail }];
}

/** Participants' names that cannot be kept, or would not be read as they are stored. */
export function nameFaults(matches: readonly TournamentMatch[]): FaultItem[] {
  return matches.flatMap(({ teams, effective: { position } }) =>
    teams.flatMap((team, teamIndex) =>
      team.flatMap(({ sent }, index) =>
        (['firstName', 'lastName', 'city', 'state'] as const).flatMap((field) => {
          const pointer = `/matches/${position}/teams/${teamIndex}/${index}/${field}`;
          const fault = textFault(sent[field] ?? '');
          return fault === null ? [] : [{ pointer, ...fault }];
        }),
      ),
    ),
  );
}

function textFault(text: string): Omit<FaultItem, 'pointer'> | null {
  // Composed (NFC), a few characters grow.
  if ([...text.normalize('NFC')].length > MAX_NAME_LENGTH) {
    const detail = `This is longer than ${MAX_NAME_LENGTH} characters once composed (NFC). Shorten it.`;
    return { code: 'maxLength', detail };
  }
  if (isDeceptive(text)) {
    const detail = 'This has an invisible character that changes how it is read. Remove it.';
    return { code: 'deceptive_character', detail };
  }
  return null;
}

import type { TournamentImport } from '@partner-rating/client';

type ImportedMatch = TournamentImport['matches'][number];

/** A line of results, as typed: who played whom, and the scores. */
export interface ResultLine {
  text: string;
  match: ImportedMatch;
}

const FORM = /^(.+?)\s+(?:vs?\.?|against)\s+(.+?)\s+((?:\d{1,3}\s*-\s*\d{1,3}[\s,]*)+)$/i;

/**
 * Reads results, one match a line: `Ana Ruiz & Bo Li vs Cy Day & Di Eng 11-8 11-6`. A line that cannot be read is a
 * fault; whether a match is valid is for the service to say.
 */
export function readResults(
  text: string,
  event: string,
): { lines: ResultLine[]; faults: string[] } {
  const faults: string[] = [];
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .flatMap((line, index): ResultLine[] => {
      const [, one, other, scores] = FORM.exec(line) ?? [];
      if (one === undefined || other === undefined || scores === undefined) {
        faults.push(
          `Line ${index + 1}: write it as "Ana Ruiz & Bo Li vs Cy Day & Di Eng 11-8 11-6".`,
        );
        return [];
      }
      const match = {
        // The same line of the same event is the same match: sent again, it counts once.
        identifier: identifierOf(`${event} ${line}`),
        teams: [readTeam(one), readTeam(other)],
        games: [...scores.matchAll(/(\d+)\s*-\s*(\d+)/g)].map(([, own, their]) => ({
          scores: [Number(own), Number(their)],
        })),
      };
      return [{ text: line, match }];
    });
  return { lines, faults };
}

// The last word is the last name. With an e-mail address or a birth year a player is found more surely.
function readTeam(text: string): ImportedMatch['teams'][number] {
  return text.split('&').map((name) => {
    const words = name.trim().split(/\s+/);
    const lastName = words.pop() ?? '';
    return { firstName: words.join(' ') || lastName, lastName };
  });
}

function identifierOf(text: string): string {
  const words =
    text
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return `courtside-${words.join('-')}`.slice(0, 128);
}

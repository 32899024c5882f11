import { createHash } from 'node:crypto';
import type { TournamentImport } from '@partner-rating/client';

type ImportedMatch = TournamentImport['matches'][number];

/** A line of results, as typed: who played whom, and the scores. */
export interface ResultLine {
  text: string;
  match: ImportedMatch;
}

// Reads lines of single spaces, and needs something between two games: with neither, a line of a few hundred characters
// could be read in so many ways that the process would be busy with it for hours.
const FORM = /^(.+?) (?:vs?\.?|against) (.+?) ((?:\d{1,3} ?- ?\d{1,3}(?:[ ,]+|$))+)$/i;

/** Four long names and many games fit; what is longer is no match, and takes time to search. */
const MAX_LINE_LENGTH = 500;

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
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .filter((line) => line !== '')
    .flatMap((line, index): ResultLine[] => {
      const match = line.length > MAX_LINE_LENGTH ? undefined : readMatch(line, event);
      if (match !== undefined) return [{ text: line, match }];
      faults.push(`Line ${index + 1}: ${faultOf(line)}`);
      return [];
    });
  return { lines, faults };
}

function faultOf(line: string): string {
  return line.length > MAX_LINE_LENGTH
    ? `write at most ${MAX_LINE_LENGTH} characters, one match a line.`
    : 'write it as "Ana Ruiz & Bo Li vs Cy Day & Di Eng 11-8 11-6".';
}

function readMatch(line: string, event: string): ImportedMatch | undefined {
  const [, one, other, scores] = FORM.exec(line) ?? [];
  if (one === undefined || other === undefined || scores === undefined) return undefined;
  const played = {
    teams: [readTeam(one), readTeam(other)],
    games: [...scores.matchAll(/(\d+) ?- ?(\d+)/g)].map(([, own, their]) => ({
      scores: [Number(own), Number(their)],
    })),
  };
  // The same match of the same event, sent again, counts once.
  return { identifier: identifierOf(JSON.stringify({ event, ...played })), ...played };
}

// The last word is the last name. With an e-mail address or a birth year a player is found more surely.
function readTeam(text: string): ImportedMatch['teams'][number] {
  return text.split('&').map((name) => {
    const words = name.trim().split(' ');
    const lastName = words.pop() ?? '';
    return { firstName: words.join(' ') || lastName, lastName };
  });
}

// A hash has room for all of it, in any script: names are long, and the scores come last.
function identifierOf(match: string): string {
  const written = match.normalize('NFKC').toLowerCase();
  return `courtside-${createHash('sha256').update(written).digest('hex').slice(0, 32)}`;
}

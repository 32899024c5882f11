import { createHash } from 'node:crypto';
import type { TournamentImport } from '@partner-rating/client';

type ImportedMatch = TournamentImport['matches'][number];

/** A line of results, as typed: the two teams and the scores. */
export interface ResultLine {
  text: string;
  match: ImportedMatch;
}

const HOW_TO_WRITE = 'write it as "Ana Ruiz & Bo Li vs Cy Day & Di Eng 11-8 11-6".';

/** Four long names and many games fit. A longer line is not a match. */
const MAX_LINE_LENGTH = 500;

// Phones type other dashes than keyboards.
const DASH = '[-‐‑‒–—―−]';
const GAME = String.raw`(\d{1,3}) ?${DASH} ?(\d{1,3})`;
/** A game, perhaps followed by the points of its tie-break, or a match tie-break in brackets. */
const SCORE = String.raw`(?:${GAME}(?: ?\((\d{1,3})\))?|\[ ?${GAME} ?\])`;
// Every game ends with a space, a comma, or the end of the line, so that a line has only one meaning.
const SCORES = new RegExp(`^(.+?) ((?:${SCORE}(?:[ ,;]+|$))+)$`, 'u');

/** These words are always between two teams. */
const BETWEEN_TEAMS = /^(?:vs\.?|versus|against)$/i;
/** "V" may be an initial. "v" separates two teams if it is lower case, and no other such word is in the line. */
const SHORT_BETWEEN_TEAMS = /^v\.?$/;

const BETWEEN_PLAYERS = / ?[&/] ?| and /i;

/** A seed, a country, or a kind of entry, next to a name: `(1)`, `[USA]`, `[WC]`. */
const BESIDE_NAME =
  /^(?:[([](?:\d{1,3}|[A-Z]{1,3})[)\]] ?)+|(?: ?[([](?:\d{1,3}|[A-Z]{1,3})[)\]])+$/g;

const NAME = /^(?=.*\p{L})[\p{L}\p{M}\p{Join_Control}'’ʼ`´.· ‐‑–-]+$/u;
/** Words that are not part of a person's name. A number after them would be read as a game. */
const NOT_A_PERSON = /(?:^| )(?:team|pair|player|court|group|seed|winner|loser|bye)(?: |$)/i;
const SUFFIX = /^(?:[JjSs]r|JR|SR|II|III|IV)\.?$/;

/** The reason why a line cannot be read. */
class Unreadable extends Error {}

/**
 * Reads results, one match a line: `Ana Ruiz & Bo Li vs Cy Day & Di Eng 11-8 11-6`. Returns an error for each
 * line that it cannot read, so that it never confuses two people. The service checks whether a match is valid.
 */
export function readResults(
  text: string,
  event: string,
): { lines: ResultLine[]; errors: string[] } {
  const errors: string[] = [];
  const lines = text
    .split('\n')
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .filter((line) => line !== '')
    .flatMap((line, index): ResultLine[] => {
      try {
        return [{ text: line, match: readMatch(line, event) }];
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        errors.push(`Line ${index + 1}: ${error.message}`);
        return [];
      }
    });
  return { lines, errors };
}

function readMatch(line: string, event: string): ImportedMatch {
  if (line.length > MAX_LINE_LENGTH) {
    throw new Unreadable(`write at most ${MAX_LINE_LENGTH} characters, one match a line.`);
  }
  const [, teams, scores] = SCORES.exec(line) ?? [];
  if (teams === undefined || scores === undefined) throw new Unreadable(HOW_TO_WRITE);
  const played = {
    teams: readTeams(teams),
    games: [...scores.matchAll(new RegExp(SCORE, 'gu'))].map(readGame),
  };
  // A match that is sent again for the same event counts once.
  return { identifier: identifierOf(JSON.stringify({ event, ...played })), ...played };
}

function readGame([text, own, their, tieBreak, ownPoints, theirPoints]: RegExpMatchArray) {
  const scores = [Number(own ?? ownPoints), Number(their ?? theirPoints)] as const;
  // Only a game that was won by one point has a tie-break.
  if (tieBreak !== undefined && Math.abs(scores[0] - scores[1]) !== 1) {
    throw new Unreadable(`"${text}" is not a score: ${HOW_TO_WRITE}`);
  }
  return { scores: [...scores] };
}

function readTeams(text: string): ImportedMatch['teams'] {
  const words = text.split(' ');
  const between = (pattern: RegExp) =>
    words.flatMap((word, index) => (pattern.test(word) ? [index] : []));
  const long = between(BETWEEN_TEAMS);
  const [at, ...others] = long.length > 0 ? long : between(SHORT_BETWEEN_TEAMS);
  if (at === undefined || others.length > 0) throw new Unreadable(HOW_TO_WRITE);
  return [words.slice(0, at), words.slice(at + 1)].map((team) =>
    team.join(' ').split(BETWEEN_PLAYERS).map(readPlayer),
  );
}

// The last word is the last name. An email address or a birth year would make the match with a member more certain.
function readPlayer(text: string): ImportedMatch['teams'][number][number] {
  const name = text.replace(BESIDE_NAME, '');
  if (name === '') throw new Unreadable(HOW_TO_WRITE);
  if (!NAME.test(name) || NOT_A_PERSON.test(name)) {
    throw new Unreadable(`"${text}" is not the name of a person: ${HOW_TO_WRITE}`);
  }
  const words = name.split(' ');
  const lastName = words.splice(words.length > 2 && SUFFIX.test(words.at(-1) ?? '') ? -2 : -1);
  return { firstName: words.join(' ') || lastName.join(' '), lastName: lastName.join(' ') };
}

// A hash covers the whole text. A cut would lose the scores after long names.
function identifierOf(match: string): string {
  const written = match
    .replaceAll(/[’ʼ`´]/g, "'")
    .normalize('NFKC')
    .toLowerCase();
  return `courtside-${createHash('sha256').update(written).digest('hex').slice(0, 32)}`;
}

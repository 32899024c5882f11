// Overrides and isolates of direction, zero-width spaces, tags and fillers: a name looks
// different from what is stored, or like another. The joiners of Persian and Indic names stay allowed.
const FORMATTING = /(?!\u200c|\u200d)[\p{Cf}\p{Zl}\p{Zp}]/u;
const FILLERS = /\u034f|\u115f|\u1160|\u2800|\u3164|\uffa0/u;

/** Whether a text has a character that nobody sees but that changes what they see. */
export function isDeceptive(text: string): boolean {
  return FORMATTING.test(text) || FILLERS.test(text);
}

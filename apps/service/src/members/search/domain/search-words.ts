import { foldText } from '../../../players/domain/folded-text.ts';

/**
 * The words a name must contain to be found by this text; none where the text has nothing that
 * counts. A word that stands inside another asks for nothing more and is left out.
 */
export function searchWords(text: string): string[] {
  const words = [...new Set(foldText(text).split(' '))].filter((word) => word !== '');
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)));
}

/** How long the pieces are that words are found by: `name_pieces` of the database holds them all. */
const LONGEST_PIECE = 3;

/** Pieces that a word has all of, if it contains this text. */
export function piecesOf(text: string): string[] {
  const letters = Array.from(text);
  if (letters.length <= LONGEST_PIECE) return [text];
  const starts = letters.length - LONGEST_PIECE + 1;
  return [
    ...new Set(
      Array.from({ length: starts }, (_, start) =>
        letters.slice(start, start + LONGEST_PIECE).join(''),
      ),
    ),
  ];
}

/** The longest first, which as a rule is the rarest. */
export function byLength(words: readonly string[]): string[] {
  return words.toSorted((one, other) => other.length - one.length);
}

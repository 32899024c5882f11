import { foldText } from '../../../players/domain/folded-text.ts';

/**
 * The tokens a name must contain to be found by this text; none where the text has nothing that
 * counts. A word that stands inside another asks for nothing more and is left out.
 */
export function tokenize(text: string): string[] {
  const tokens = [...new Set(foldText(text).split(' '))].filter((token) => token !== '');
  return tokens.filter(
    (token) => !tokens.some((other) => other !== token && other.includes(token)),
  );
}

/** How long the trigrams are that tokens are found by: `name_pieces` of the database holds them all. */
const MAX_TRIGRAM_LENGTH = 3;

/** Pieces that a word has all of, if it contains this text. */
export function trigramsOf(text: string): string[] {
  const letters = Array.from(text);
  if (letters.length <= MAX_TRIGRAM_LENGTH) return [text];
  const starts = letters.length - MAX_TRIGRAM_LENGTH + 1;
  return [
    ...new Set(
      Array.from({ length: starts }, (_, start) =>
        letters.slice(start, start + MAX_TRIGRAM_LENGTH).join(''),
      ),
    ),
  ];
}

/** The longest first, which as a rule is the most selective. */
export function byLength(tokens: readonly string[]): string[] {
  return tokens.toSorted((one, other) => other.length - one.length);
}

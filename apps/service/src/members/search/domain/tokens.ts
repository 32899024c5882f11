import { foldText } from '../../../players/domain/folded-text.ts';

/** The words a name must have to be found by this text; none where the text has nothing that counts. */
export function tokenize(text: string): string[] {
  return [...new Set(foldText(text).split(' '))].filter((token) => token !== '');
}

/** The longest first, which as a rule is the most selective. */
export function byLength(tokens: readonly string[]): string[] {
  return tokens.toSorted((one, other) => other.length - one.length);
}

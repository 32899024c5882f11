// Letters that Unicode does not take apart into a base letter and a mark.
const BASE_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
};

/**
 * A text without what does not count when names are compared: case, accents and punctuation.
 * `O’Brien-Łukasz` and `obrien lukasz` are the same. Empty where nothing is left.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[ßæœøđðþłħŧı]/gu, (letter) => BASE_LETTERS[letter] ?? letter)
    .replace(/[\p{Pd}\p{Z}\s]/gu, ' ')
    .replace(/[^\p{L}\p{N} ]/gu, '')
    .replace(/ +/g, ' ')
    .trim();
}

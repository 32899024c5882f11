/**
 * Characters that are invisible, or that change how the text around them is shown: control characters, line and
 * paragraph separators, overrides of the writing direction, fillers, and everything else that Unicode asks a renderer
 * to ignore. Joiners and variation selectors are not among them, because scripts and emoji need them.
 */
const deceptive =
  /[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]--[\u200c\u200d\p{Variation_Selector}]]/v;
// Most texts contain only these characters, and the test for them is many times faster.
const onlyVisibleAscii = /^[ -~]*$/;
const everyDeceptive = new RegExp(deceptive.source, 'gv');

/** The names of the characters that occur most often. */
const names: { readonly [codePoint: string]: string } = {
  '0009': 'TAB',
  '000A': 'LINE FEED',
  '000D': 'CARRIAGE RETURN',
  '001B': 'ESCAPE',
  '007F': 'DELETE',
  '0085': 'NEXT LINE',
  '009B': 'CONTROL SEQUENCE INTRODUCER',
  '00AD': 'SOFT HYPHEN',
  '034F': 'COMBINING GRAPHEME JOINER',
  '061C': 'ARABIC LETTER MARK',
  '115F': 'HANGUL CHOSEONG FILLER',
  '1160': 'HANGUL JUNGSEONG FILLER',
  '200B': 'ZERO WIDTH SPACE',
  '200E': 'LEFT-TO-RIGHT MARK',
  '200F': 'RIGHT-TO-LEFT MARK',
  '2028': 'LINE SEPARATOR',
  '2029': 'PARAGRAPH SEPARATOR',
  '202A': 'LEFT-TO-RIGHT EMBEDDING',
  '202B': 'RIGHT-TO-LEFT EMBEDDING',
  '202C': 'POP DIRECTIONAL FORMATTING',
  '202D': 'LEFT-TO-RIGHT OVERRIDE',
  '202E': 'RIGHT-TO-LEFT OVERRIDE',
  '2060': 'WORD JOINER',
  '2066': 'LEFT-TO-RIGHT ISOLATE',
  '2067': 'RIGHT-TO-LEFT ISOLATE',
  '2068': 'FIRST STRONG ISOLATE',
  '2069': 'POP DIRECTIONAL ISOLATE',
  '2800': 'BRAILLE PATTERN BLANK',
  '3164': 'HANGUL FILLER',
  FEFF: 'BYTE ORDER MARK',
  FFA0: 'HALFWIDTH HANGUL FILLER',
};

/**
 * Describes the first character of a text that deceives readers, such as
 * `character 4, U+202E RIGHT-TO-LEFT OVERRIDE`.
 *
 * @returns null if the text has no such character.
 */
export function deceptiveCharacterIn(text: string): string | null {
  if (onlyVisibleAscii.test(text)) return null;
  const found = deceptive.exec(text);
  if (found === null) return null;
  const codePoint = found[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? '';
  const name = names[codePoint];
  const position = [...text.slice(0, found.index)].length + 1;
  return `character ${position}, U+${codePoint}${name === undefined ? '' : ` ${name}`}`;
}

/**
 * Escapes each deceptive character of a text as JSON does (`\u202e`), so that a terminal or a log shows it
 * instead of obeying it. A line of JSON keeps its meaning.
 */
export function escapeDeceptive(text: string): string {
  return text.replace(everyDeceptive, (character) =>
    character.replace(
      /[\s\S]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );
}

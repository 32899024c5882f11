import { listParts } from './locale.ts';

/** A moment in words, and as RFC 3339 for machines. */
export interface Moment {
  text: string;
  time: string;
}

/** The value of a word in braces: a text, a moment, or a list of names. */
type LineValue = string | Moment | readonly string[];

/**
 * A sentence with values: `{opponents}` is replaced by a list of names. Each name is isolated from the text around it,
 * because it may be written from right to left. `*` marks strong text, `_` marks a name from a page, and `[]` marks the
 * words of a link.
 */
export interface NamingLine {
  pattern: string;
  names: Readonly<Record<string, LineValue>>;
}

export interface LinePart {
  text: string;
  isName: boolean;
  time?: string;
  isStrong?: boolean;
  isEmphasized?: boolean;
  isLink?: boolean;
}

const marks = { '*': 'isStrong', _: 'isEmphasized', '[': 'isLink', ']': 'isLink' } as const;

/** Splits a sentence into its values and the words between them. */
export function lineParts({ pattern, names }: NamingLine): LinePart[] {
  const style: Partial<Record<(typeof marks)[keyof typeof marks], true>> = {};
  return pattern.split(/(\{\w+\}|[*_[\]])/).flatMap((token): LinePart[] => {
    if (isMark(token)) {
      const mark = marks[token];
      if (style[mark] === undefined) style[mark] = true;
      else delete style[mark];
      return [];
    }
    const value = /^\{\w+\}$/.test(token) ? (names[token.slice(1, -1)] ?? '') : token;
    if (typeof value === 'string') {
      return value === '' ? [] : [{ text: value, isName: false, ...style }];
    }
    if ('time' in value) return [{ ...value, isName: false, ...style }];
    return listParts(value).map(({ text, isValue }) => ({
      text,
      isName: isValue,
      ...(isValue && style),
    }));
  });
}

function isMark(token: string): token is keyof typeof marks {
  return Object.hasOwn(marks, token);
}

/** Writes a sentence as plain text. */
export function lineText(line: NamingLine): string {
  return lineParts(line)
    .map(({ text }) => text)
    .join('');
}

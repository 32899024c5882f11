import { listParts } from './locale.ts';

/** A moment in words, and as RFC 3339 for machines. */
export interface Moment {
  text: string;
  time: string;
}

/** What stands for a word in braces: a text, a moment, or a list of names. */
type LineValue = string | Moment | readonly string[];

/**
 * A sentence with values in it: `{opponents}` stands for a list of names. Each name is shown isolated from the text
 * around it, since it may be written from right to left. Between two `*` is what is strong, between two `_` the name of
 * something on a page, and in `[]` the words of a link.
 */
export interface NamingLine {
  pattern: string;
  names: Readonly<Record<string, LineValue>>;
}

/** A part of such a sentence. */
export interface LinePart {
  text: string;
  isName: boolean;
  /** Of a moment. */
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

/** Writes a sentence for what shows only text. */
export function lineText(line: NamingLine): string {
  return lineParts(line)
    .map(({ text }) => text)
    .join('');
}

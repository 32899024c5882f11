import { listParts } from './locale.ts';

/**
 * A sentence with names of people or applications in it: `{opponents}` stands for a list of them. Each name is shown
 * isolated from the text around it, since it may be written from right to left.
 */
export interface NamingLine {
  pattern: string;
  names: Readonly<Record<string, readonly string[]>>;
}

/** A part of such a sentence. */
export interface LinePart {
  text: string;
  isName: boolean;
}

/** Splits a sentence into its names and the words between them. */
export function lineParts({ pattern, names }: NamingLine): LinePart[] {
  return pattern.split(/\{(\w+)\}/).flatMap((text, index) => {
    if (index % 2 === 0) return text === '' ? [] : [{ text, isName: false }];
    return listParts(names[text] ?? []).map((part) => ({ text: part.text, isName: part.isValue }));
  });
}

/** Writes a sentence for what shows only text. */
export function lineText(line: NamingLine): string {
  return lineParts(line)
    .map(({ text }) => text)
    .join('');
}

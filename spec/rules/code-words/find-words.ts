import { readable } from './readable.ts';
import { textsOf } from './texts.ts';
import { words } from './words.ts';

export interface Finding {
  file: string;
  line: number;
  /** The word as it was found, in lower case. */
  word: string;
  use: string;
}

const patterns = words.map((word) => ({
  ...word,
  pattern: new RegExp(String.raw`\b(?:${word.not})\b`, 'g'),
}));

// Most texts contain none of the words, which one search shows.
const anyWord = new RegExp(patterns.map(({ pattern }) => pattern.source).join('|'));

/** Returns the words of a file, including its name, that have a better one. */
export function findWords(file: string, source: string): Finding[] {
  const here = patterns.filter(({ under = '' }) => file.includes(under));
  return textsOf(file, source).flatMap(({ kind, content, offset }) => {
    const text = readable(content);
    if (!anyWord.test(text.content)) return [];
    const lineOf = (index: number) =>
      source.slice(0, offset + text.offsetAt(index)).split('\n').length;
    return here
      .filter(({ in: kinds }) => kinds?.includes(kind) ?? true)
      .flatMap(({ pattern, use }) =>
        [...text.content.matchAll(pattern)].map(({ 0: word, index }) => {
          return { file, line: lineOf(index), word, use };
        }),
      );
  });
}

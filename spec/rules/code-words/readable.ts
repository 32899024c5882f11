/** A text in lower-case words, with their original positions. */
export interface Readable {
  content: string;
  /** Returns where the word at an index of `content` begins in the text. */
  offsetAt(index: number): number;
}

const word = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;
const gap = /^[\s_*/-]*$/;

/** `batchLoader`, `batch-loader.ts`, and `batch loader` broken over two lines of a comment become the same words. */
export function readable(text: string): Readable {
  // The `n` of `\n` does not belong to the next word.
  const letters = text.replace(/\\[a-z]/g, '  ');
  const starts: { index: number; offset: number }[] = [];
  let content = '';
  let end = 0;
  for (const { 0: found, index: offset } of letters.matchAll(word)) {
    const between = letters.slice(end, offset);
    if (content !== '') content += gap.test(between) ? ' ' : between;
    starts.push({ index: content.length, offset });
    content += found.toLowerCase();
    end = offset + found.length;
  }
  return { content, offsetAt: (at) => starts.findLast(({ index }) => index <= at)?.offset ?? 0 };
}

/**
 * Whether two folded names may be of one person: all words of the shorter one are in the other, and it
 * has two at least. An initial agrees with nothing, since there are too few of them to guess.
 */
export function nameAgrees(one: string, other: string): boolean {
  const [shorter, longer] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.size - b.size);
  return (
    shorter !== undefined && shorter.size >= 2 && [...shorter].every((word) => longer?.has(word))
  );
}

function wordsOf(name: string): Set<string> {
  return new Set(name.split(' ').filter((word) => word !== ''));
}

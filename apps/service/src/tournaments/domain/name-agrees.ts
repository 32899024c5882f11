// Enough for middle names and double surnames. With more, one participant of many common names would
// be a guess at hundreds of people.
const MAX_WORDS_MORE = 3;

/**
 * Whether two folded names may be of one person: all words of the shorter one are in the other, which
 * has a few more at most, and it has two at least. An initial agrees with nothing, since there are too
 * few of them to guess.
 */
export function nameAgrees(one: string, other: string): boolean {
  const [shorter, longer] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.size - b.size);
  if (shorter === undefined || longer === undefined || shorter.size < 2) return false;
  if (longer.size > shorter.size + MAX_WORDS_MORE) return false;
  return [...shorter].every((word) => longer.has(word));
}

function wordsOf(name: string): Set<string> {
  return new Set(name.split(' ').filter((word) => word !== ''));
}

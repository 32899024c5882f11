const MILLISECONDS_BETWEEN = 3_000;

/** Prints a line at most every few seconds, and none of work that takes less. */
export function throttleLines(
  print: (line: string) => void,
  now: () => number,
): (line: string) => void {
  let last = now();
  return (line) => {
    if (now() - last < MILLISECONDS_BETWEEN) return;
    last = now();
    print(line);
  };
}

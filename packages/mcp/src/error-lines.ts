import type { ErrorItem } from '@partner-rating/client';

const MAX_ERRORS = 20;

/** One line for each error, the first twenty: where it is in the arguments, its code, and what is wrong. */
export function errorLines(errors: readonly ErrorItem[]): string[] {
  const lines = errors
    .slice(0, MAX_ERRORS)
    .map(({ pointer, code, detail }) => `${inArguments(pointer)} ${code}: ${detail}`);
  const more = errors.length - lines.length;
  return more > 0 ? [...lines, `and ${more} more`] : lines;
}

/** Arguments are fields of one object, wherever they go, and name a bracket of a leaderboard by one value. */
function inArguments(pointer: string): string {
  return pointer.replace(/^\/(query|path)\//, '/').replace(/^\/(category|ageBracket)$/, '/bracket');
}

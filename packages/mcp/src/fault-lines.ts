import type { FaultItem } from '@partner-rating/client';

const MAX_FAULTS = 20;

/** One line for each fault, the first twenty: where it is in the arguments, its code, and what is wrong. */
export function faultLines(faults: readonly FaultItem[]): string[] {
  const lines = faults
    .slice(0, MAX_FAULTS)
    .map(({ pointer, code, detail }) => `${inArguments(pointer)} ${code}: ${detail}`);
  const more = faults.length - lines.length;
  return more > 0 ? [...lines, `and ${more} more`] : lines;
}

/** Arguments are fields of one object, wherever they go, and name a bracket of a leaderboard by one value. */
function inArguments(pointer: string): string {
  return pointer.replace(/^\/(query|path)\//, '/').replace(/^\/(category|ageBracket)$/, '/bracket');
}

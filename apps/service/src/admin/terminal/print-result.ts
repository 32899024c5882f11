import type { Terminal } from './terminal.ts';

/** The option that every command has, for programs. */
export const AS_JSON = ['--json', 'print one JSON object', false] as const;

/** Prints what a command came to: as one JSON object, or in lines for people. */
export function printResult(
  print: Terminal['print'],
  { json }: { json: boolean },
  result: { value: object; lines: readonly string[] },
): void {
  for (const line of json ? [JSON.stringify(result.value)] : result.lines) print(line);
}

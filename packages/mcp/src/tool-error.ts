import type { CallToolResult } from '@modelcontextprotocol/server';
import { type ErrorItem, isPartnerRatingError } from '@partner-rating/client';
import { nextStep } from './next-step.ts';
import type { Caller } from './tool.ts';

const MAX_ERRORS = 20;

/**
 * Returns the result of a failed call, for an agent to read: the code, what happened, each error with a pointer
 * into the arguments, what to do, and the id to quote.
 *
 * @throws any error that is not an error of the client.
 */
export function toolError(error: unknown, caller: Caller): CallToolResult {
  if (!isPartnerRatingError(error)) throw error;
  const { code, detail, message, errors, requestId } = error;
  const lines = [
    `${code}: ${detail ?? message}`,
    ...errorLines(errors).map((line) => `- ${line}`),
    `What to do: ${nextStep(error, caller)}`,
    ...(requestId === undefined ? [] : [`Request: ${requestId}`]),
  ];
  return { isError: true, content: [{ type: 'text', text: lines.join('\n') }] };
}

/** Returns a line for each of the first twenty errors: its place in the arguments, its code, and what is wrong. */
export function errorLines(errors: readonly ErrorItem[]): string[] {
  const lines = errors
    .slice(0, MAX_ERRORS)
    .map(({ pointer, code, detail }) => `${inArguments(pointer)} ${code}: ${detail}`);
  const more = errors.length - lines.length;
  return more > 0 ? [...lines, `and ${more} more`] : lines;
}

/** Maps a pointer to the arguments, which are one object, and name the bracket of a leaderboard with one value. */
function inArguments(pointer: string): string {
  return pointer.replace(/^\/(query|path)\//, '/').replace(/^\/(category|ageBracket)$/, '/bracket');
}

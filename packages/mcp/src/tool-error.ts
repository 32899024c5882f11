import type { CallToolResult } from '@modelcontextprotocol/server';
import { isPartnerRatingError } from '@partner-rating/client';
import { errorLines } from './error-lines.ts';
import { nextStep } from './next-step.ts';
import type { Caller } from './tool.ts';

/**
 * A failed call as a result of the tool, for an agent to read: the code, what happened, each error with a pointer
 * into the arguments, what to do, and the id to quote.
 *
 * @throws what is no error of the service or of the way to it.
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

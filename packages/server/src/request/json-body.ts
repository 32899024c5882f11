import { ProblemError } from '../reply/problem-error.ts';
import type { ErrorItem } from '../schema/errors.ts';
import { addTextErrors } from './text.ts';

/**
 * Parses a JSON body. Where a name occurs twice in one object, the last value counts; it is the one
 * that is validated and that the handler receives.
 *
 * @param errors - receives an error for each string that is not text.
 * @throws {ProblemError} `malformed_json` where it is not JSON or nested too deeply.
 */
export function parseJson(text: string, errors: ErrorItem[]): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ProblemError('malformed_json', { detail: malformed(error), cause: error });
  }
  if (mayHoldNonText(text)) addTextErrors(value, errors);
  return value;
}

/**
 * Whether a valid JSON text may contain what is not text. NUL and lone surrogates can only come from
 * escapes there, and most bodies have none, so that they need not be traversed.
 */
export function mayHoldNonText(text: string): boolean {
  return text.includes('\\u');
}

// Without the parser's message, which quotes the body.
function malformed(error: unknown): string {
  const position = /at position (\d+)/.exec(String(error))?.[1];
  const where = position === undefined ? '' : ` The error is at character ${position}.`;
  return `The body could not be read as JSON.${where} Send one complete JSON text in UTF-8.`;
}

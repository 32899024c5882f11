import { ProblemError } from '../reply/problem-error.ts';
import type { ErrorItem } from '../schema/errors.ts';
import { addTextErrors } from './text.ts';

/**
 * Parses a JSON body. If a name occurs twice in one object, the last value counts: it is validated,
 * and the handler receives it.
 *
 * @param errors - receives an error for each string that is not valid text.
 * @throws {ProblemError} `malformed_json` if the body is not JSON, or is nested too deeply.
 */
export function parseJson(text: string, errors: ErrorItem[]): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ProblemError('malformed_json', { detail: malformed(error), cause: error });
  }
  if (mayContainInvalidText(text)) addTextErrors(value, errors);
  return value;
}

/**
 * Returns whether a valid JSON text may contain invalid text. NUL and lone surrogates can only come from
 * escapes, and most bodies contain no escapes, so they need not be traversed.
 */
export function mayContainInvalidText(text: string): boolean {
  return text.includes('\\u');
}

// Without the parser's message, because it quotes the body.
function malformed(error: unknown): string {
  const position = /at position (\d+)/.exec(String(error))?.[1];
  const where = position === undefined ? '' : ` The error is at character ${position}.`;
  return `The body could not be read as JSON.${where} Send one complete JSON text in UTF-8.`;
}

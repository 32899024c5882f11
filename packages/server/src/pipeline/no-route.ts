import { ProblemError } from '../reply/problem-error.ts';

/** Returns the error of an unknown path. */
export function unknownAddress(path: string): ProblemError {
  return new ProblemError('unknown_address', {
    detail:
      `Nothing is served at ${path.slice(0, MAX_SHOWN_PATH)}. The paths of operations begin with ` +
      '/api/v1 and do not end in a slash. Check the path against the reference.',
  });
}

const MAX_SHOWN_PATH = 200;

/** The error of a path whose parameter is longer than any identifier. */
export function parameterTooLong(): ProblemError {
  return new ProblemError('validation_failed', { detail: parameterTooLongDetail, status: 414 });
}

export const parameterTooLongDetail =
  'A segment of the path is longer than any identifier. Check the address.';

/** Returns the error of a method that a path does not have. */
export function methodNotAllowed(
  method: string | undefined,
  methods: readonly string[],
): ProblemError {
  const allow = methods.join(', ');
  return new ProblemError('method_not_allowed', {
    detail: `This address does not allow ${method}. Use one of ${allow}.`,
    headers: { allow },
  });
}

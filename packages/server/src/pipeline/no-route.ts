import { ProblemError } from '../reply/problem-error.ts';

/** The error of a path that nothing is served at. */
export function notFound(): ProblemError {
  return new ProblemError('not_found', {
    detail:
      'There is nothing at this address. Operations are below /api/v1, without a slash at the end. ' +
      'Check the path against the reference.',
  });
}

/** The error of a path with a longer parameter than any identifier is. */
export function parameterTooLong(): ProblemError {
  return new ProblemError('validation_failed', { detail: parameterTooLongDetail, status: 414 });
}

export const parameterTooLongDetail =
  'A segment of the path is longer than any identifier. Check the address.';

/** The error of a method that a path does not have. */
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

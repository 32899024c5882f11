import { OperatorError } from '../terminal/operator-error.ts';

/** Refuses to send what goes to an endpoint that is disabled. */
export function disabledEndpoint(what: string): OperatorError {
  return new OperatorError(
    `The endpoint of ${what} is disabled. The partner enables it by setting it again; try once more then.`,
  );
}

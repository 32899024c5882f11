import { exampleNames, type Operation, statusOf } from '../contract.ts';

/** The answer that a `Prefer` header names. */
export interface Preference {
  status: string;
  /** Undefined if the status has no body, and therefore no example. */
  example: string | undefined;
}

/**
 * Returns the choice of the `Prefer` header (RFC 7240): `code` or `example`. An example also chooses its status.
 * Other preferences are ignored.
 *
 * @throws RangeError if the contract has no such answer; the message lists the answers.
 */
export function preferredAnswer(
  operation: Operation,
  header: string | undefined,
): Preference | undefined {
  const preferences = new Map(
    (header ?? '').split(/[,;]/).map((preference) => {
      const [name = '', value = ''] = preference.split('=');
      return [name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, '$1')];
    }),
  );
  const example = preferences.get('example');
  const status = preferences.get('code') ?? statusOf(operation, example);
  const statuses = Object.keys(operation.responses);
  if (status !== undefined && !statuses.includes(status)) {
    throw new RangeError(noSuch(operation, 'status', status, statuses));
  }
  const chosen = status === undefined ? statuses : [status];
  const names = chosen.flatMap((one) => exampleNames(operation, one));
  if (example !== undefined && !names.includes(example)) {
    throw new RangeError(noSuch(operation, 'example', example, names));
  }
  return status === undefined ? undefined : { status, example: example ?? names[0] };
}

function noSuch({ id }: Operation, kind: string, wanted: string, known: string[]): string {
  return `Prefer: ${id} has no ${kind} ${wanted}. It has ${[...new Set(known)].join(', ')}.`;
}

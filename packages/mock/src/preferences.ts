import { exampleNames, type Operation, statusOf } from './contract.ts';
import type { Choice } from './prism.ts';

/**
 * What the `Prefer` header (RFC 7240) chooses: `code`, `example`, `dynamic`. An example chooses its
 * status too. Other preferences are not for the mock and passed over.
 *
 * @throws RangeError where the contract has no such answer; the message says which it has.
 */
export function preferredAnswer(operation: Operation, header: string | undefined): Choice {
  const preferences = new Map(
    (header ?? '').split(/[,;]/).map((preference) => {
      const [name = '', value = ''] = preference.split('=');
      return [name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, '$1')];
    }),
  );
  const example = preferences.get('example');
  const code = preferences.get('code') ?? statusOf(operation, example);
  const statuses = Object.keys(operation.responses);
  if (code !== undefined && !statuses.includes(code)) {
    throw new RangeError(noSuch(operation, 'status', code, statuses));
  }
  const chosen = code === undefined ? statuses : [code];
  const names = chosen.flatMap((status) => exampleNames(operation, status));
  if (example !== undefined && !names.includes(example)) {
    throw new RangeError(noSuch(operation, 'example', example, names));
  }
  return {
    ...(code !== undefined && { code: Number(code) }),
    ...(example !== undefined && { exampleKey: example }),
    ...(preferences.get('dynamic') === 'true' && { dynamic: true }),
  };
}

function noSuch({ id }: Operation, kind: string, wanted: string, known: string[]): string {
  return `Prefer: ${id} has no ${kind} ${wanted}. It has ${[...new Set(known)].join(', ')}.`;
}

import type { WireAnswer } from '../wire.ts';

interface Problem {
  code?: string;
  error?: string;
  error_description?: string;
  errors?: { pointer: string; code: string }[];
}

/**
 * As much of an answer as a caller decides by: its status, its code, and what is wrong where, such as
 * `400 validation_failed /query/sport required`.
 */
export function outcomeOf({ status, headers, body }: WireAnswer): string {
  if (status === 303) {
    const error = new URL(String(headers.location)).searchParams.get('error');
    return [status, error ?? []].flat().join(' ');
  }
  const isRefusal = status >= 400 && String(headers['content-type']).includes('json');
  const { code, error, error_description = '', errors = [] } = isRefusal ? problemOf(body) : {};
  const faults = [
    ...errors.map((fault) => `${fault.pointer} ${fault.code}`),
    // OAuth has one sentence for them, where pointers stand before a colon.
    ...Array.from(error_description.matchAll(/(\/\S*): /g), ([, pointer = '']) => pointer),
  ];
  return [status, code ?? error ?? [], faults.toSorted()].flat().join(' ');
}

function problemOf(body: string): Problem {
  return JSON.parse(body) as Problem;
}

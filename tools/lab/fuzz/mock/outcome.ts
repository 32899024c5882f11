import type { WireAnswer } from '../wire.ts';

interface Problem {
  code?: string;
  error?: string;
  error_description?: string;
  errors?: { pointer: string; code: string }[];
}

/**
 * The parts of a response that callers decide by: status, code, and which input is wrong, for
 * example `400 validation_failed /query/sport required`.
 */
export function outcomeOf({ status, headers, body }: WireAnswer): string {
  if (status === 303) {
    const error = new URL(String(headers.location)).searchParams.get('error');
    return [status, error ?? []].flat().join(' ');
  }
  const isRefusal = status >= 400 && String(headers['content-type']).includes('json');
  const { code, error, error_description = '', errors = [] } = isRefusal ? problemOf(body) : {};
  const details = [
    ...errors.map((error) => `${error.pointer} ${error.code}`),
    // OAuth errors are one sentence, with the pointer before a colon.
    ...Array.from(error_description.matchAll(/(\/\S*): /g), ([, pointer = '']) => pointer),
  ];
  return [status, code ?? error ?? [], details.toSorted()].flat().join(' ');
}

function problemOf(body: string): Problem {
  return JSON.parse(body) as Problem;
}

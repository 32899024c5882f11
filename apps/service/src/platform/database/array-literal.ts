const PLAIN = /^[A-Za-z0-9_.:+-]+$/;

/**
 * A list as PostgreSQL writes an array, for a parameter that is cast to its type. Both drivers take
 * lists too, but what they make of every single value costs more than rating a large batch.
 */
export function arrayLiteral(values: readonly (string | number | null)[]): string {
  return `{${values.map(elementOf).join(',')}}`;
}

function elementOf(value: string | number | null): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return String(value);
  const isPlain = PLAIN.test(value) && value.toUpperCase() !== 'NULL';
  return isPlain ? value : `"${value.replace(/[\\"]/g, '\\$&')}"`;
}

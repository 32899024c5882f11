import { isIdentifier } from './names.ts';

const width = 88;

/** Returns JSON as readable Python: on one line if it is short. */
export function literal(value: unknown, indent = '', used = indent.length): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const inside = `${indent}    `;
  const parts = Array.isArray(value)
    ? value.map((item) => literal(item, inside))
    : Object.entries(value).map(
        ([name, item]) =>
          `${JSON.stringify(name)}: ${literal(item, inside, inside.length + name.length + 4)}`,
      );
  const line = `${open}${parts.join(', ')}${close}`;
  if (used + line.length < width && !line.includes('\n')) return line;
  return `${open}\n${parts.map((part) => `${inside}${part},\n`).join('')}${indent}${close}`;
}

/** Returns a call with its arguments, on one line if it is short. */
export function call(name: string, given: readonly string[]): string {
  const line = `${name}(${given.join(', ')})`;
  // A single dictionary argument begins on the line of the parenthesis.
  if (given.length === 1 || (line.length <= width && !line.includes('\n'))) return line;
  return `${name}(\n${given.map((one) => `    ${one.replaceAll('\n', '\n    ')},\n`).join('')})`;
}

/** Returns the lines of a docstring with `indent`. */
export function docstring(text: string, indent: string): string[] {
  // Escapes backslashes.
  const lines = text.trim().replaceAll('\\', '\\\\').replaceAll('"""', "'''").split('\n');
  const last = lines.length > 1 ? [`${indent}"""`] : [];
  const [first = '', ...more] = lines;
  const end = lines.length > 1 ? '' : '"""';
  return [
    `${indent}"""${first}${end}`,
    ...more.map((line) => (line === '' ? '' : `${indent}${line}`)),
    ...last,
  ];
}

/** Returns the entry of a dictionary, or the argument of a call, with its name. */
export function keyword(name: string, value: unknown): string {
  if (!isIdentifier(name)) throw new Error(`${name} is not a valid name in Python.`);
  return `${name}=${literal(value)}`;
}

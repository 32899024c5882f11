import type { Context } from './rule.ts';

/** The kinds of nodes whose `summary` and `description` people read. */
const documented = new Set([
  'Example',
  'Header',
  'Info',
  'Operation',
  'Parameter',
  'RequestBody',
  'Response',
  'Schema',
  'SecurityScheme',
  'Server',
  'Tag',
]);

/** Returns the text in a field of a node, if people read it. */
export function proseOf(field: string, node: unknown, { type }: Context): string | null {
  if (!documented.has(type.name) || typeof node !== 'object' || node === null) return null;
  const text: unknown = Reflect.get(node, field);
  return typeof text === 'string' ? text.trim() : null;
}

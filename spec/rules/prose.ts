import type { Context } from './rule.ts';

/** The kinds of node whose `summary` and `description` are read by people. */
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

/** The text under a field of a node, where the node is one that people read about. */
export function proseOf(field: string, node: unknown, { type }: Context): string | null {
  if (!documented.has(type.name) || typeof node !== 'object' || node === null) return null;
  const text: unknown = Reflect.get(node, field);
  return typeof text === 'string' ? text.trim() : null;
}

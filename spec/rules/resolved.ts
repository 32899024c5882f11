import type { Location, Referenced } from '@redocly/openapi-core';
import type { Context } from './rule.ts';

/** A node of the document and its location. */
export interface Placed<Node> {
  node: Node;
  location: Location;
}

/** Resolves a reference. Returns null if it leads nowhere, because another rule reports this. */
export function resolved<Node extends object>(
  context: Pick<Context, 'resolve'>,
  value: Referenced<Node>,
  location: Location,
): Placed<Node> | null {
  if (!('$ref' in value)) return { node: value, location };
  const target = context.resolve<Node>(value, location.source.absoluteRef);
  return target.location ? { node: target.node, location: target.location } : null;
}

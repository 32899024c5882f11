import type { SchemaObject } from './dereference.ts';

/** The fields that a schema declares, with the shapes of their values; `any` if it does not limit them. */
export type Shape = 'any' | ListShape | ObjectShape;

/** Of a list: the shape of its items. */
export interface ListShape {
  readonly items: Shape;
}

/** Of an object: the shapes of its fields. */
export interface ObjectShape {
  readonly properties: ReadonlyMap<string, Shape>;
  /** The shape of the values of all other names; `undefined` if there are no others. */
  readonly others: Shape | undefined;
}

/** Returns the shape of a field's value; `undefined` if the field is undeclared. */
export function shapeOfField({ properties, others }: ObjectShape, name: string): Shape | undefined {
  return properties.get(name) ?? others;
}

/**
 * Returns the shape that a dereferenced schema declares. A schema that names fields declares no others, unless
 * `additionalProperties` allows them. A schema that names no fields declares all.
 *
 * Alternatives (`anyOf`, `oneOf`) together declare the fields of all of them, whichever alternative a value has.
 */
export function shapeOf(schema: unknown): Shape {
  if (typeof schema !== 'object' || schema === null) return 'any';
  const { allOf, anyOf, oneOf } = schema as SchemaObject;
  const shapes = [
    ...ownShapes(schema as SchemaObject),
    // A part of `allOf` without limits leaves the limits to the other parts.
    ...listed(allOf)
      .map(shapeOf)
      .filter((shape) => shape !== 'any'),
    ...[...listed(anyOf), ...listed(oneOf)].filter(declaresFields).map(shapeOf),
  ];
  return shapes.length === 0 ? 'any' : shapes.reduce(merged);
}

function ownShapes({ properties, additionalProperties: others, items }: SchemaObject): Shape[] {
  const shapes: Shape[] = [];
  if (properties !== undefined) {
    const entries = Object.entries(properties as SchemaObject);
    const isOpen = others !== undefined && others !== false;
    shapes.push({
      properties: new Map(entries.map(([name, property]) => [name, shapeOf(property)])),
      others: isOpen ? shapeOf(others) : undefined,
    });
  } else if (shapeOf(others) !== 'any') {
    shapes.push({ properties: new Map(), others: shapeOf(others) });
  }
  if (shapeOf(items) !== 'any') shapes.push({ items: shapeOf(items) });
  return shapes;
}

function listed(schemas: unknown): unknown[] {
  return Array.isArray(schemas) ? schemas : [];
}

// Among alternatives, `{ type: 'null' }` and `{ required: ['a'] }` declare no field; `{ type: 'object' }`
// and `true` declare every field.
function declaresFields(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return schema === true;
  const { type } = schema as SchemaObject;
  return [type].flat().includes('object') || shapeOf(schema) !== 'any';
}

function merged(left: Shape, right: Shape): Shape {
  if (left === 'any' || right === 'any') return 'any';
  if ('items' in left) return 'items' in right ? { items: merged(left.items, right.items) } : 'any';
  if ('items' in right) return 'any';
  const properties = new Map(left.properties);
  for (const [name, shape] of right.properties) {
    const other = properties.get(name);
    properties.set(name, other === undefined ? shape : merged(other, shape));
  }
  return { properties, others: mergedOthers(left.others, right.others) };
}

function mergedOthers(left: Shape | undefined, right: Shape | undefined): Shape | undefined {
  return left === undefined || right === undefined ? (left ?? right) : merged(left, right);
}

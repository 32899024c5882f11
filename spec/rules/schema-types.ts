// Reads the types of a schema, whether it has one type or a list.

import type { Schema } from './rule.ts';

const scalarTypes = ['string', 'integer', 'number', 'boolean', 'null'];

export function typesOf(schema: Schema): string[] {
  return schema.type === undefined ? [] : [schema.type].flat();
}

export function isScalar(schema: Schema): boolean {
  const types = typesOf(schema);
  return types.length > 0 && types.every((type) => scalarTypes.includes(type));
}

export function isObject(schema: Schema): boolean {
  return typesOf(schema).includes('object') || schema.properties !== undefined;
}

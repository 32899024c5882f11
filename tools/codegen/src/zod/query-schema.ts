import type { DocumentReader, Parameter, Schema } from '@partner-rating/spec/document';
import type { ModelOperation } from '../model/index.ts';
import { block, ruled, rulesOf, type SchemaCode, schemaCode } from './schema-code.ts';

/** Returns whether the client has a method with a query. */
export function isQueried({ isCalled, queryParameters }: ModelOperation): boolean {
  return isCalled && queryParameters.length > 0;
}

/** Returns the client's type name for the query of an operation: `MembersSearchQuery`. */
export function queryName({ typeName }: ModelOperation): string {
  return `${typeName}Query`;
}

/**
 * Returns the zod schema that checks the query object of a client method.
 * @param sent Maps the schema of a parameter to the schema of what a caller may pass.
 */
export function querySchema(
  contract: DocumentReader,
  operation: ModelOperation,
  sent: (schema: Schema) => Schema,
): SchemaCode {
  const type = `Types.${queryName(operation)}`;
  const fields = [
    ...operation.queryParameters.map((parameter) =>
      fieldOf(contract, { ...parameter, schema: sent(parameter.schema) }, type),
    ),
    ...(operation.pagination ? [maxItems] : []),
  ];
  const shape = block(fields.map(({ name, code }) => `  ${name}: ${code},`));
  const rules = rulesOf(fields.map(({ name }) => name));
  if (rules.length > 0) return ruled(`z.strictObject(${shape})`, rules, type);
  const types = block(fields.map((field) => `  ${field.name}: ${field.type};`));
  return { code: `z.strictObject(${shape})`, type: `z.ZodObject<${types}, z.core.$strict>` };
}

interface Field extends SchemaCode {
  name: string;
}

// The client stops after this many items over all pages. The client does not send this option.
const maxItems: Field = {
  name: 'maxItems',
  code: 'z.exactOptional(z.int().min(0))',
  type: 'z.ZodExactOptional<z.ZodInt>',
};

function fieldOf(contract: DocumentReader, parameter: Parameter, query: string): Field {
  const { name, required = false, schema } = parameter;
  const accepted = `NonNullable<${query}['${name}']>`;
  const { items } = contract.resolve(schema);
  const value =
    items === undefined
      ? schemaCode(contract, schema, accepted)
      : listOrItem(contract, schema, accepted);
  return required
    ? { name, ...value }
    : { name, code: `z.exactOptional(${value.code})`, type: `z.ZodExactOptional<${value.type}>` };
}

/** Returns the schema of a list, which may also be a single value. */
function listOrItem(
  contract: DocumentReader,
  schema: Parameter['schema'],
  accepted: string,
): SchemaCode {
  const { items = {} } = contract.resolve(schema);
  const list = schemaCode(contract, schema, `Extract<${accepted}, readonly unknown[]>`);
  const item = schemaCode(contract, items, `Extract<${accepted}, readonly unknown[]>[number]`);
  return {
    code: `z.union([${item.code}, ${list.code}])`,
    type: `z.ZodUnion<readonly [${item.type}, ${list.type}]>`,
  };
}

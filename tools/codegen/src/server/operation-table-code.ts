import type { operationTable } from './operation-table.ts';

/**
 * Returns the operation table as a module. Operations share most of their responses, and responses their header
 * fields, so each of these is written once and referenced by name.
 */
export function operationTableCode(
  operations: ReturnType<typeof operationTable>,
  schemes: object,
  types = '../schema/operation-table.ts',
): string {
  const headers = sharedValues('headers');
  const responses = sharedValues('responses');
  const table = operations.map((operation) => ({
    ...operation,
    responses: mapped(operation.responses, (status, response) =>
      responses.refer(status, {
        headers: mapped(response.headers, (name, header) => headers.refer(name, header)),
        content: response.content,
      }),
    ),
  }));
  return [
    `import type { Operation, OperationResponse, SecurityScheme } from '${types}';`,
    '',
    `const headers = ${headers.code()} satisfies OperationResponse['headers'];`,
    '',
    `const responses = ${responses.code()} satisfies Record<string, OperationResponse>;`,
    '',
    '/** Every operation of the document, in document order. */',
    `export const operations: readonly Operation[] = ${code(table)};`,
    '',
    '/** The security schemes of the document, by name. */',
    `export const securitySchemes: { readonly [name: string]: SecurityScheme } = ${code(schemes)};`,
    '',
  ].join('\n');
}

/** Values that are written once under a name, and the placeholders for them. */
function sharedValues(variable: string) {
  const names = new Map<string, string>();
  const values: Record<string, unknown> = {};
  return {
    refer(name: string, value: unknown): string {
      const key = JSON.stringify([name, value]);
      const known = names.get(key);
      if (known !== undefined) return known;
      const count = Object.keys(values).filter((other) => other.split('#')[0] === name).length;
      const unique = count === 0 ? name : `${name}#${count + 1}`;
      values[unique] = value;
      names.set(key, `@@${variable}['${unique}']@@`);
      return `@@${variable}['${unique}']@@`;
    },
    code: () => code(values),
  };
}

function mapped<Value, Result>(
  values: { readonly [name: string]: Value },
  change: (name: string, value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, change(name, value)]),
  );
}

function code(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/"@@(.*?)@@"/g, '$1');
}

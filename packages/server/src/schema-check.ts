import { schemas } from './generated/schemas.gen.ts';
import { compileRequest } from './schema/compiler.ts';
import { dereference } from './schema/dereference.ts';
import { type ErrorItem, errorsOf } from './schema/errors.ts';

/**
 * Creates a function that finds every error of a value against a schema of the document, as the
 * stubs would find it in a request. Use it for data from other sources, such as a
 * file.
 *
 * @param name The name of the schema in the document: `MatchInput`.
 * @param keywords JSON Schema keywords that override those of the schema, such as a
 * longer `required`.
 * @returns A function that returns the errors, with pointers from the value's root, or none if it is valid.
 * @throws if the document has no schema of that name.
 */
export function schemaCheck(
  name: string,
  keywords: { readonly [keyword: string]: unknown } = {},
): (value: unknown) => ErrorItem[] {
  const schema = schemas[name];
  if (typeof schema !== 'object') throw new Error(`The document has no schema ${name}.`);
  const validate = compileRequest(dereference({ ...schema, ...keywords }, schemas));
  return (value) => errorsOf(validate(value) ?? []);
}

import type { DocumentReader, Schema } from '@partner-rating/spec/document';
import { docComment, type Files, readModel, withNotice } from '../model/index.ts';
import { isQueried, queryName, querySchema } from './query-schema.ts';
import { requestTexts } from './request-texts.ts';
import { exportedName, type SchemaCode, schemaCode } from './schema-code.ts';

/** Returns the generated file of the zod schemas, by its path in `src/`. */
export function zodFiles(contract: DocumentReader): Files {
  return withNotice({ 'schemas.gen.ts': schemas(contract) });
}

const helpers = [
  ...['characters', 'dateTime', 'distinct', 'needs', 'onePosition', 'orUnknownType', 'plainText'],
  ...['properties', 'ruled', 'scopedLocation', 'typed', 'uri'],
];

/** Returns `schemas.gen.ts`: a zod schema for each schema with a type in the client, and for each query. */
function schemas(contract: DocumentReader): string {
  const texts = requestTexts(contract);
  const ofSchemas = inOrder(contract).map(([name, schema]) => {
    const written = schemaCode(contract, texts.named(name, schema), `Types.${name}`);
    return definition(name, schema, name === 'MatchDate' ? orDate(written) : written);
  });
  const queried = readModel(contract).operations.filter(isQueried);
  const ofQueries = queried.map((operation) =>
    definition(
      queryName(operation),
      { description: `The query of \`${operation.id}\`.` },
      querySchema(contract, operation, texts.sent),
    ),
  );
  const code = [...ofSchemas, ...ofQueries].join('\n');
  const used = helpers.filter((name) => new RegExp(`\\b${name}[(<),\\]]`).test(code));
  return [
    "import type * as Types from '@partner-rating/client';",
    "import * as z from 'zod';",
    `import { ${used.join(', ')} } from './checks.ts';`,
    '',
    code,
  ].join('\n');
}

/** Wraps the schema in a function that is called at once, so that a bundler drops schemas that are not imported. */
function definition(
  name: string,
  { description = name, deprecated }: Schema,
  { code, type }: SchemaCode,
): string {
  return [
    ...docComment(`${description.trim()}${deprecated ? '\n\n@deprecated' : ''}`),
    `export const ${exportedName(name)}: ${type} = /*#__PURE__*/ (() => ${code}${satisfies(name)})();`,
    '',
  ].join('\n');
}

/** Adds `Date` to the time of a match, as in the client. */
function orDate({ code, type }: SchemaCode): SchemaCode {
  return {
    code: `z.union([${code}, z.date()])`,
    type: `z.ZodUnion<readonly [${type}, z.ZodDate]>`,
  };
}

/** Makes a schema that accepts more than the client's type fail to compile. */
function satisfies(name: string): string {
  return otherwise.includes(name) ? '' : ` satisfies z.ZodType<Types.${name}, Types.${name}>`;
}

// In the client, this is the name of an error class.
const otherwise = ['OAuthError'];

/** Sorts the schemas so that each follows the schemas that it refers to. */
function inOrder(contract: DocumentReader): [name: string, schema: Schema][] {
  const ordered = new Map<string, Schema>();
  const add = (name: string, schema: Schema): void => {
    if (ordered.has(name)) return;
    for (const [other, behind] of contract.schemasBehind(schema)) add(other, behind);
    ordered.set(name, schema);
  };
  for (const [name, schema] of Object.entries(contract.schemas)) add(name, schema);
  return [...ordered];
}

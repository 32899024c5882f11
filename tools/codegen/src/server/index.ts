import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import type { Catalogue } from '@partner-rating/spec/catalogue';
import {
  type DocumentReader,
  type JsonObject,
  withoutDiscriminators,
} from '@partner-rating/spec/document';
import { type Files, readModel, withNotice } from '../model/index.ts';
import { catalogueCode, errorCatalogueCode } from './catalogue.ts';
import { exampleRepliesCode } from './example-replies.ts';
import { operationTable, securitySchemes } from './operation-table.ts';
import { operationTableCode } from './operation-table-code.ts';
import { operationTypes } from './operation-types.ts';
import { closedSets, reachableSchemas } from './schemas.ts';

export { operationTable, securitySchemes } from './operation-table.ts';

/**
 * The generated files of the server stubs, by their path in `src/`.
 *
 * @param ownHeaders The names of the header fields that the stubs send by themselves, in lower case.
 */
export async function serverFiles(
  contract: DocumentReader,
  catalogue: Catalogue,
  ownHeaders: string[],
): Promise<Files> {
  const model = readModel(contract);
  const table = operationTable(model);
  const types = operationTypes(model, ownHeaders);
  return withNotice({
    'generated/operations.gen.ts': operationTableCode(table, securitySchemes(contract)),
    'generated/schemas.gen.ts': [
      "import type { JsonSchema } from '../schema/operation-table.ts';",
      '',
      '/** The component schemas the operations refer to, without descriptions. */',
      'export const schemas: { readonly [name: string]: JsonSchema } =',
      `  ${JSON.stringify(reachableSchemas(contract, table), null, 2)};`,
      '',
    ].join('\n'),
    'catalogue/catalogue.gen.ts': catalogueCode(catalogue),
    'generated/errors.gen.ts': errorCatalogueCode(catalogue.errors),
    'generated/example-replies.gen.ts': exampleRepliesCode(contract),
    'generated/operation-types.gen.ts': types.code,
    'generated/types.gen.ts': await schemaTypes({
      ...withoutDiscriminators(closedSets(contract)),
      ...types.schemas,
    }),
  });
}

/** The TypeScript types of the schemas, each under its own name. */
async function schemaTypes(schemas: Record<string, JsonObject>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'schema-types-'));
  try {
    await createClient({
      input: {
        openapi: '3.1.0',
        info: { title: 'Schemas', version: '1.0.0' },
        paths: {},
        components: { schemas },
      },
      output: { path: folder, entryFile: false },
      plugins: [{ name: '@hey-api/typescript', case: 'preserve' }],
      // One type for each schema: without this a read-only field would split it in two.
      parser: { transforms: { readWrite: { enabled: false } } },
      logs: { level: 'silent', file: false },
    });
    const code = await readFile(join(folder, 'types.gen.ts'), 'utf8');
    return code
      .replace(/^\/\/ .*\n\n/, '')
      .replace(/export type ClientOptions = \{[\s\S]*?\n\};\n\n/, '');
  } finally {
    await rm(folder, { recursive: true });
  }
}

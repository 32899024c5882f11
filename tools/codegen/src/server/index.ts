import type { Catalogue } from '@partner-rating/spec/catalogue';
import { type DocumentReader, withoutDiscriminators } from '@partner-rating/spec/document';
import { generateTypeScript } from '../hey-api/run.ts';
import { type Files, readModel, withNotice } from '../model/index.ts';
import { catalogueCode, errorCatalogueCode } from './catalogue.ts';
import { exampleRepliesCode } from './example-replies.ts';
import { operationTable, securitySchemes } from './operation-table.ts';
import { operationTableCode } from './operation-table-code.ts';
import { operationTypes } from './operation-types.ts';
import { closedSets, reachableSchemas } from './schemas.ts';

export { operationTable, securitySchemes } from './operation-table.ts';

/**
 * Returns the generated files for stubs of another document: its operations as data, and their types.
 *
 * @param ownHeaders The names of the header fields that the stubs always send, in lower case.
 */
export async function documentFiles(
  contract: DocumentReader,
  ownHeaders: string[],
): Promise<Files> {
  const model = readModel(contract);
  const table = operationTable(model);
  const types = operationTypes(model, ownHeaders);
  return withNotice({
    'generated/operations.gen.ts': [
      "import { servedDocument } from '@partner-rating/server';",
      operationTableCode(table, securitySchemes(contract), '@partner-rating/server'),
      `const schemas = ${JSON.stringify(reachableSchemas(contract, table), null, 2)};`,
      '',
      '/** The document for the stubs. */',
      'export const document = servedDocument({ operations, securitySchemes, schemas });',
      '',
    ].join('\n'),
    'generated/operation-types.gen.ts': types.code,
    ...(await generateTypeScript({
      openapi: '3.1.0',
      info: contract.document.info,
      paths: {},
      components: {
        schemas: { ...withoutDiscriminators(closedSets(contract)), ...types.schemas },
      },
    })),
  });
}

/**
 * Returns the generated files of the server stubs, by their path in `src/`.
 *
 * @param ownHeaders The names of the header fields that the stubs always send, in lower case.
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
      '/** The component schemas that the operations use, without descriptions. */',
      'export const schemas: { readonly [name: string]: JsonSchema } =',
      `  ${JSON.stringify(reachableSchemas(contract, table), null, 2)};`,
      '',
    ].join('\n'),
    'catalogue/catalogue.gen.ts': catalogueCode(catalogue),
    'generated/errors.gen.ts': errorCatalogueCode(catalogue.errors),
    'generated/example-replies.gen.ts': exampleRepliesCode(contract),
    'generated/operation-types.gen.ts': types.code,
    ...(await generateTypeScript({
      openapi: '3.1.0',
      info: contract.document.info,
      paths: {},
      components: {
        schemas: { ...withoutDiscriminators(closedSets(contract)), ...types.schemas },
      },
    })),
  });
}

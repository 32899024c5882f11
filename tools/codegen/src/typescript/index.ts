import type { Catalogue } from '@partner-rating/spec/catalogue';
import type { DocumentReader } from '@partner-rating/spec/document';
import { type Files, readModel, withNotice } from '../model/index.ts';
import { environments, errorCodes, scopes, version } from './catalogue.ts';
import { operations, queries } from './operations.ts';
import { resources } from './resources.ts';
import { exampleOperations, examples } from './testing.ts';
import { modelNames, types } from './types.ts';

export { callExample } from './call-example.ts';
export { parametersOf } from './signature.ts';

/** The generated files of the TypeScript client, by their path in `src/`. */
export async function clientFiles(
  contract: DocumentReader,
  catalogue: Catalogue,
  versionNumber: string,
): Promise<Files> {
  const model = readModel(contract);
  return withNotice({
    'generated/types.gen.ts': await types(contract),
    'generated/models.gen.ts': modelNames(contract),
    'operations/operations.gen.ts': operations(model),
    'operations/queries.gen.ts': queries(model),
    ...resources(model),
    'generated/environments.gen.ts': environments(contract),
    'generated/error-codes.gen.ts': errorCodes(catalogue),
    'generated/scopes.gen.ts': scopes(catalogue),
    'generated/version.gen.ts': version(versionNumber),
    'testing/examples.gen.ts': examples(contract),
    'testing/example-operations.gen.ts': exampleOperations(model),
  });
}

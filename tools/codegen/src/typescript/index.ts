import type { Catalogue } from '@partner-rating/spec/catalogue';
import type { DocumentReader } from '@partner-rating/spec/document';
import { generateTypeScript } from '../hey-api/run.ts';
import { type Files, readModel, withNotice } from '../model/index.ts';
import { environments, errorCodes, scopes, version } from './catalogue.ts';
import { clientPlugin } from './client-plugin.ts';
import { fixedTypes } from './fixed-types.ts';
import { exampleOperations, examples } from './testing.ts';
import { modelNames, resolversOf, withoutErrors } from './types.ts';

export { callExample } from './call-example.ts';

/** Returns the generated files of the TypeScript client, by their path in `src/`. */
export async function clientFiles(
  contract: DocumentReader,
  catalogue: Catalogue,
  versionNumber: string,
): Promise<Files> {
  const model = readModel(contract);
  const { 'generated/types.gen.ts': types, ...files } = await generateTypeScript(
    withoutErrors(contract),
    [clientPlugin(model)],
    resolversOf(contract),
  );
  return withNotice({
    'generated/types.gen.ts': types + fixedTypes,
    ...files,
    'generated/models.gen.ts': modelNames(contract),
    'generated/environments.gen.ts': environments(contract),
    'generated/error-codes.gen.ts': errorCodes(catalogue),
    'generated/scopes.gen.ts': scopes(catalogue),
    'generated/version.gen.ts': version(versionNumber),
    'testing/examples.gen.ts': examples(contract),
    'testing/example-operations.gen.ts': exampleOperations(model),
  });
}

import type { Catalogue } from '@partner-rating/spec/catalogue';
import type { DocumentReader } from '@partner-rating/spec/document';
import { type Files, readModel, withNotice } from '../model/index.ts';
import { catalogueModule, versionModule } from './catalogue.ts';
import { models } from './models.ts';
import { resources } from './resources.ts';

export { callWith, pythonSample } from './call-example.ts';
export { literal } from './literal.ts';

/** Returns the generated modules of the Python client, by their name in `_generated`. */
export function pythonFiles(
  contract: DocumentReader,
  catalogue: Catalogue,
  version: string,
): Files {
  const modules = {
    '__init__.py': '"""The code that is generated from the document."""\n',
    'catalogue.py': catalogueModule(catalogue, contract),
    'models.py': models(contract),
    'version.py': versionModule(version),
    ...resources(readModel(contract)),
  };
  return withNotice(modules, '#', '\n');
}

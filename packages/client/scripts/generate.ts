import { writeFile } from 'node:fs/promises';
import { writeFiles } from '@partner-rating/codegen/model';
import { clientFiles } from '@partner-rating/codegen/typescript';
import { catalogue } from '@partner-rating/spec/catalogue';
import { clientContract as contract } from '@partner-rating/spec/contract';
import { apiIndex } from './api-index.ts';
import { packageFolder, packageVersion } from './entry-files.ts';
import { readPublicApi } from './public-api.ts';

await writeFiles(`${packageFolder}src`, await clientFiles(contract, catalogue, packageVersion));
// The index is made from the source, which includes the files that were just written.
await writeFile(`${packageFolder}api.md`, apiIndex(await readPublicApi(), contract));

import { writeFiles } from '@partner-rating/codegen/model';
import { zodFiles } from '@partner-rating/codegen/zod';
import { clientContract } from '@partner-rating/spec/contract';

await writeFiles(`${import.meta.dirname}/../src`, zodFiles(clientContract));

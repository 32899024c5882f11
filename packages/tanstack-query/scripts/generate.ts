import { writeFiles } from '@partner-rating/codegen/model';
import { tanstackQueryFiles } from '@partner-rating/codegen/tanstack-query';
import { clientContract } from '@partner-rating/spec/contract';

await writeFiles(`${import.meta.dirname}/../src`, tanstackQueryFiles(clientContract));

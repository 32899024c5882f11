import { writeFiles } from '@partner-rating/codegen/model';
import { mswFiles } from '@partner-rating/codegen/msw';
import { scenarios } from '@partner-rating/mock/scenarios';
import { clientContract } from '@partner-rating/spec/contract';

await writeFiles(`${import.meta.dirname}/../src`, mswFiles(clientContract, scenarios));

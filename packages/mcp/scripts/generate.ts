import { mcpFiles } from '@partner-rating/codegen/mcp';
import { writeFiles } from '@partner-rating/codegen/model';
import { catalogue } from '@partner-rating/spec/catalogue';

await writeFiles(`${import.meta.dirname}/../src`, mcpFiles(catalogue));

import { writeFiles } from '@partner-rating/codegen/model';
import { ratingsFiles } from '@partner-rating/codegen/ratings';
import { catalogue } from '@partner-rating/spec/catalogue';

await writeFiles(`${import.meta.dirname}/../src`, ratingsFiles(catalogue));

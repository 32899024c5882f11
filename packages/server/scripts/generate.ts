import { writeFiles } from '@partner-rating/codegen/model';
import { serverFiles } from '@partner-rating/codegen/server';
import { catalogue } from '@partner-rating/spec/catalogue';
import { contract } from '@partner-rating/spec/contract';
import { answerHeaders } from '../src/reply/answer-headers.ts';

const ownHeaders = ['x-request-id', ...Object.keys(answerHeaders)];
const files = await serverFiles(contract, catalogue, ownHeaders);
await writeFiles(`${import.meta.dirname}/../src`, files);

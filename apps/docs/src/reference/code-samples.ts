import { pythonSample } from '@partner-rating/codegen/python';
import { callExample } from '@partner-rating/codegen/typescript';
import { contract } from '@partner-rating/spec/contract';
import type { Operation } from '@partner-rating/spec/document';
import { curlExample } from './curl-example.ts';

/** A call of an operation in one language, as Redocly shows it (`x-codeSamples`). */
export interface CodeSample {
  lang: 'Shell' | 'TypeScript' | 'Python';
  label: string;
  source: string;
}

const SETUP = `import { PartnerRatingClient } from '@partner-rating/client';

// The key is read from SERVICE_API_KEY.
const client = new PartnerRatingClient({ environment: 'local' });
`;

/**
 * How an operation is called, by its examples. A page that a player opens is called by nobody, and what takes a form
 * alone by no client of ours.
 */
export function codeSamples(operation: Operation): CodeSample[] {
  if (operation.isPage) return [];
  const shell: CodeSample = {
    lang: 'Shell',
    label: 'curl',
    source: curlExample(contract, operation),
  };
  if (!operation.isCalled) return [shell];
  const call = callExample(contract, operation, 'console.log');
  return [
    shell,
    { lang: 'TypeScript', label: 'TypeScript', source: `${SETUP}${call}` },
    { lang: 'Python', label: 'Python', source: pythonSample(contract, operation) },
  ];
}

import { pythonSample } from '@partner-rating/codegen/python';
import { callExample } from '@partner-rating/codegen/typescript';
import { contract } from '@partner-rating/spec/contract';
import type { Operation } from '@partner-rating/spec/document';
import { curlExample } from './curl-example.ts';

/** The languages of the samples, in the order of the reference, with their names in other tools. */
export const languages = {
  // Redocly does not colour TypeScript.
  TypeScript: { markdown: 'ts', redocly: 'JavaScript' },
  Python: { markdown: 'python', redocly: 'Python' },
  curl: { markdown: 'sh', redocly: 'Shell' },
} as const;

/** A call of an operation in one language. */
export interface CodeSample {
  label: keyof typeof languages;
  source: string;
}

// The service replaces this address with its own.
const BASE_URL = 'http://localhost:3001/api/v1';

const SETUP = `import { PartnerRatingClient } from '@partner-rating/client';

// The client reads the key from SERVICE_API_KEY.
const client = new PartnerRatingClient({ baseUrl: '${BASE_URL}' });
`;

/**
 * Returns the samples of an operation, made from its examples. Pages for players have none, and operations that
 * accept only forms have only curl.
 */
export function codeSamples(operation: Operation): CodeSample[] {
  if (operation.isPage) return [];
  const curl: CodeSample = { label: 'curl', source: curlExample(contract, operation, BASE_URL) };
  if (!operation.isCalled) return [curl];
  const call = callExample(contract, operation, 'console.log');
  const python = pythonSample(contract, operation, `base_url="${BASE_URL}"`);
  return [
    { label: 'TypeScript', source: `${SETUP}${call}` },
    { label: 'Python', source: python },
    curl,
  ];
}

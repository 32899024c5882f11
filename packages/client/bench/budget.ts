import { bundle, gzipBytes } from './bundle.ts';
import { programs } from './programs.ts';

/** What a part of the core is for, its file, and the least that could be in its place. */
const parts = [
  [
    'errors: a class by status, texts for a log, errors of the request, request id',
    'attempt-error.ts',
    'export const attemptError = (operation, baseUrl, end, response) => end ?? response;',
  ],
  [
    'retries: what is safe and helps, Retry-After, back-off with jitter',
    'retry.ts',
    'export const retryDelayMs = () => Infinity;',
  ],
  [
    'body: bounded, so that no server fills the memory',
    'read-json.ts',
    'export const readJson = (response) => response.json();',
  ],
  [
    'query: lists, and what is undefined',
    'request-url.ts',
    'export const requestUrl = (address, query) => address + new URLSearchParams(query);' +
      'export const encodedValue = (_, value) => encodeURIComponent(value);',
  ],
  [
    'credential: one of two, and none in a message',
    'credential-header.ts',
    "export const credentialHeader = (apiKey) => ({ 'x-api-key': apiKey });",
  ],
] as const;

const rest = 'without all these: attempts, timeouts, abort, authorization, withResponse';

/**
 * What each part of the core adds to the bundle of one operation, in bytes, and how large one without all of them is.
 * What only a part needs is part of it: the errors hold their classes.
 */
export async function sizeBudget(): Promise<[part: string, bytes: number][]> {
  const program = programs['one operation, with errors, timeout and retries'];
  const stubs = parts.map(([, file, stub]) => [`src/core/${file}`, stub]);
  const sizeWith = async (given: typeof stubs) =>
    gzipBytes(await bundle(program, Object.fromEntries(given)));
  const whole = await sizeWith([]);
  const budget: [string, number][] = [];
  for (const [index, [part]] of parts.entries()) {
    budget.push([part, whole - (await sizeWith(stubs.slice(index, index + 1)))]);
  }
  return [...budget, [rest, await sizeWith(stubs)]];
}

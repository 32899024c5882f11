import { bundle, gzipBytes } from './bundle.ts';
import { programs } from './programs.ts';

/** The parts of the core: purpose, file, and the smallest code that could replace it. */
const parts = [
  [
    'errors: a class by status, texts for a log, errors of the request, request id',
    'attempt-error.ts',
    'export const attemptError = (operation, baseUrl, end, response) => end ?? response;',
  ],
  [
    'retries: whether a retry is safe and may help, Retry-After, back-off with jitter',
    'retry.ts',
    'export const retryDelayMs = () => Infinity;',
  ],
  [
    'body: bounded, so that no server fills the memory',
    'read-json.ts',
    'export const readJson = (response) => response.json();',
  ],
  [
    'query: lists, and undefined values',
    'request-url.ts',
    'export const requestUrl = (address, query) => address + new URLSearchParams(query);' +
      'export const fillPath = (path) => path;' +
      'export const encodedValue = (_, value) => encodeURIComponent(value);',
  ],
  [
    'credential: exactly one of two, and never in a message',
    'credential-header.ts',
    "export const credentialHeader = (apiKey) => ({ 'x-api-key': apiKey });",
  ],
] as const;

const rest = 'the rest: attempts, timeouts, abort, authorization, withResponse';

/**
 * Returns how many bytes each part of the core adds to the bundle of one operation, and the bytes of the rest. Code that
 * only one part needs counts for that part: the error classes, for example, count for the part that throws them.
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

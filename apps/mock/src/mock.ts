import { createRequire } from 'node:module';
import { createLogger } from '@stoplight/prism-core';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';

/** What stands before every path, as in the service. */
export const BASE_PATH = '/api/v1';

/** A Prism server of `@stoplight/prism-http-server`. */
export type Mock = ReturnType<typeof createServer>;

interface Document {
  servers: { url: string }[];
  paths: Record<string, unknown>;
}

const document = createRequire(import.meta.url)('@partner-rating/spec/openapi.json') as Document;

/**
 * The mock server, not listening yet: every operation of the contract, answered with its examples.
 * Prism takes no notice of the path in `servers`, so the base path goes in front of every path.
 */
export async function createMock(options: { log: boolean }): Promise<Mock> {
  const paths = Object.entries(document.paths).map(([path, item]) => [BASE_PATH + path, item]);
  const operations = await getHttpOperationsFromSpec({
    ...document,
    servers: [{ url: '/' }],
    paths: Object.fromEntries(paths),
  });
  return createServer(operations, {
    cors: true,
    components: { logger: createLogger('mock', { level: options.log ? 'info' : 'silent' }) },
    config: {
      isProxy: false,
      upstreamProxy: undefined,
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      errors: false,
      mock: { dynamic: false },
    },
  });
}

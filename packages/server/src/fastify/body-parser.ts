import type { FastifyInstance } from 'fastify';

/**
 * Makes a scope receive every body of any media type as bytes: the body is parsed together with the
 * rest of the request, so that all errors are reported at once.
 */
export function registerBodyParser(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, bytes, done) => {
    done(null, bytes);
  });
}

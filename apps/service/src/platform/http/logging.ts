import { escapeDeceptive } from '@partner-rating/server';
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';

/** The service's logger. Whatever carries a secret never reaches it: see the serializers. */
export function createLogger(
  level: string,
  destination: DestinationStream = pino.destination(1),
): Logger {
  const options = {
    level,
    serializers: { req: describeRequest, err: describeError },
    // A second line of defence for code that logs an object with headers or a body in it.
    redact: {
      paths: ['*', '*.*', '*.*.*'].flatMap((depth) =>
        SECRET_FIELDS.map((field) => `${depth.replace(/\*$/, '')}["${field}"]`),
      ),
      censor: '[redacted]',
    },
  };
  // JSON escapes only the controls of C0. Others' texts must not act on the terminal that shows the log.
  return pino(options, {
    write: (line) => destination.write(`${escapeDeceptive(line.slice(0, -1))}\n`),
  });
}

const SECRET_FIELDS = [
  'x-api-key',
  'authorization',
  'cookie',
  'set-cookie',
  'client_secret',
  'code',
  'code_verifier',
  'access_token',
  'refresh_token',
  'password',
  'secret',
  'apiKey',
];

interface LoggableRequest {
  id: string;
  method: string;
  url: string;
  ip?: string;
  routeOptions?: { url?: string | undefined };
}

// The query stays out: it carries authorization codes, states and request references.
function describeRequest(request: LoggableRequest): Record<string, unknown> {
  return {
    id: request.id,
    method: request.method,
    path: loggablePath(request),
    address: request.ip,
  };
}

// What `newSecret` makes, and more where something was pasted behind it.
const SECRET_SEGMENT = /[\w-]{43,}/g;

/** The pattern of a route whose address has a secret in it; elsewhere the path, which may be a miswritten one of those. */
function loggablePath({ url, routeOptions }: LoggableRequest): string | undefined {
  const pattern = routeOptions?.url;
  if (pattern?.split('/').includes(':secret')) return pattern;
  return url.split('?', 1)[0]?.replaceAll(SECRET_SEGMENT, '[redacted]');
}

// What drivers hang onto an error of theirs: the statement's parameters, and rows it speaks of.
const DRIVER_FIELDS = ['params', 'parameters', 'query', 'queryOptions', 'detail', 'where'];

function describeError(error: Error): Record<string, unknown> {
  // An error's code is no authorization code, which is kept out of the log under this name.
  const { code, ...facts }: Record<string, unknown> = { ...stdSerializers.err(error) };
  const described: Record<string, unknown> = { ...facts, errorCode: code };
  for (const field of DRIVER_FIELDS) delete described[field];
  return described;
}

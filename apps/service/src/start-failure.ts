import { ConfigurationError } from './configuration.ts';
import { DirectoryInUseError } from './database/lock.ts';

/** What an operator is told when the service cannot start; null for a fault of the service itself. */
export function explainStartFailure(error: unknown): string | null {
  if (error instanceof ConfigurationError) {
    return `The service did not start: the environment needs mending.\n${error.message}\n--help lists every setting.`;
  }
  if (error instanceof DirectoryInUseError) return `The service did not start.\n${error.message}`;
  const { code, address, port } = systemErrorOf(error);
  switch (code) {
    case 'EADDRINUSE':
      return `The service did not start: port ${port} is taken. Stop whatever listens there, or set PORT to another.`;
    case 'EACCES':
      return `The service did not start: it may not use ${address ?? 'a file or port'}. Set PORT above 1023, and DATA_DIR to a directory it may write.`;
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case '28P01':
    case '3D000':
      return `The service did not start: the database of DATABASE_URL cannot be reached (${messageOf(error)}). Check that it runs, and the address, user and password.`;
    default:
      return null;
  }
}

interface SystemError {
  code?: string;
  address?: string;
  port?: number;
}

function systemErrorOf(error: unknown): SystemError {
  // A name with several addresses fails with one error for all of them.
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors[0];
  return error instanceof Error ? (error as SystemError) : {};
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return String(error.errors[0]?.message ?? error.message);
  return error instanceof Error ? error.message : String(error);
}

import { ProblemError } from '../reply/problem-error.ts';
import type { RequestHead } from './request-head.ts';

/**
 * Finds a second `Host` header field, which RFC 9112 §3.2 forbids. Node uses the first, but a
 * proxy between it and the client may have used the other.
 */
export function hostError({ rawHeaders = [] }: RequestHead): ProblemError | null {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts <= 1) return null;
  return new ProblemError('validation_failed', {
    detail: 'The request has several Host header fields. Send exactly one.',
  });
}

/** What responds at the address of a service. */
export type Probe = 'service' | 'nothing' | 'other';

const DEFAULT_TIMEOUT_MILLISECONDS = 5_000;

const unreachable = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
];

export async function probe(
  serviceAddress: string,
  timeoutMilliseconds = DEFAULT_TIMEOUT_MILLISECONDS,
): Promise<Probe> {
  const healthz = serviceAddress.replace(/\/api\/v1$/, '/healthz');
  try {
    const response = await fetch(healthz, { signal: AbortSignal.timeout(timeoutMilliseconds) });
    const body = (await response.json()) as { status?: unknown };
    return response.ok && body.status === 'ok' ? 'service' : 'other';
  } catch (error) {
    // A server that accepts the connection and then hangs, or does not send JSON, is another one.
    return unreachable.includes(codeOf(error)) ? 'nothing' : 'other';
  }
}

// The reason for a failed fetch is in the cause of its error.
function codeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code ?? '';
}

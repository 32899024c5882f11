/** Who answers at the address of a service. */
export type Probe = 'the service' | 'nobody' | 'somebody else';

const TIMEOUT_MILLISECONDS = 5_000;

const unreachable = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
];

export async function probe(serviceAddress: string): Promise<Probe> {
  const healthz = serviceAddress.replace(/\/api\/v1$/, '/healthz');
  try {
    const response = await fetch(healthz, { signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) });
    const body = (await response.json()) as { status?: unknown };
    return response.ok && body.status === 'ok' ? 'the service' : 'somebody else';
  } catch (error) {
    // What accepts a connection and then falls silent, or does not speak JSON, is somebody.
    return unreachable.includes(codeOf(error)) ? 'nobody' : 'somebody else';
  }
}

// What fetch met is in the cause of its error.
function codeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code ?? '';
}

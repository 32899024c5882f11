/** The service may not listen where it was told to. */
export class ListenError extends Error {
  override name = 'ListenError';

  constructor(host: string, port: number, cause: unknown) {
    super(reasonOf(host, port, cause), { cause });
  }
}

function reasonOf(host: string, port: number, cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken. Stop whatever listens there, or set PORT to another.`;
    case 'EACCES':
      return `Port ${port} needs more rights. Set PORT above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `This machine has no address ${host}. Set HOST to localhost, to 0.0.0.0 or to one it has.`;
    default:
      return `It cannot listen on ${host}, port ${port}: ${String(cause)}`;
  }
}

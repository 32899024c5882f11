import ipaddr from 'ipaddr.js';

/**
 * Returns the name under which an address is counted. A client with one IPv6 address has all 2^64 of its
 * network, so the network is counted.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? `${parsed.parts.slice(0, 4).join(':')}/64`
    : parsed.toString();
}

/** The names of the settings that say where to listen. */
interface ListenSettings {
  host: string;
  port: string;
}

const PUBLIC = { host: 'HOST', port: 'PORT' };

/** The service cannot listen at the configured address. */
export class ListenError extends Error {
  override name = 'ListenError';

  constructor(host: string, port: number, cause: unknown, settings: ListenSettings = PUBLIC) {
    super(reasonOf(host, port, cause, settings), { cause });
  }
}

function reasonOf(host: string, port: number, cause: unknown, settings: ListenSettings): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken. Stop whatever listens there, or set ${settings.port} to another.`;
    case 'EACCES':
      return `Port ${port} needs more rights. Set ${settings.port} above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `This machine has no address ${host}. Set ${settings.host} to localhost, to 0.0.0.0, or to an address that it has.`;
    default:
      return `It cannot listen on ${host}, port ${port}: ${String(cause)}`;
  }
}

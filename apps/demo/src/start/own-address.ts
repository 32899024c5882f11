import { StartFailure } from './start-failure.ts';

/**
 * The redirect address for a port. The registered one is `localhost` with one port; for other ports
 * it is 127.0.0.1, whose port may vary (RFC 8252 section 7.3).
 */
export function redirectUriFor(registered: string, port: number): string {
  const url = URL.parse(registered);
  if (url === null) throw new StartFailure(`demo.json has no redirect address: ${registered}`);
  if (Number(url.port) === port) return registered;
  return `http://127.0.0.1:${port}${url.pathname}`;
}

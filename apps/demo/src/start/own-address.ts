import { StartFailure } from './start-failure.ts';

/**
 * Where the service sends players back to. The registered address says `localhost`, which stands
 * for one port; another port goes by 127.0.0.1, whose port may vary (RFC 8252 section 7.3).
 */
export function redirectUriFor(registered: string, port: number): string {
  const url = URL.parse(registered);
  if (url === null) throw new StartFailure(`demo.json has no redirect address: ${registered}`);
  if (Number(url.port) === port) return registered;
  return `http://127.0.0.1:${port}${url.pathname}`;
}

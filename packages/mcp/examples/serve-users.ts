import { createMcpHandler } from '@modelcontextprotocol/server';
import { createServerFactory } from '@partner-rating/mcp';

/** Returns the server for one of your users, as a handler of the Fetch standard. */
export function serverOf(accessToken: string) {
  return createMcpHandler(createServerFactory({ accessToken, environment: 'local' }));
}

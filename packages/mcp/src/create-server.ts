import { McpServer } from '@modelcontextprotocol/server';
import { type ClientOptions, PartnerRatingClient } from '@partner-rating/client';
import manifest from '../package.json' with { type: 'json' };
import { compactSchema } from './compact-schema.ts';
import { instructions } from './instructions.ts';
import type { Caller, Tool } from './tool.ts';
import { toolError } from './tool-error.ts';
import { toolsFor } from './tools/index.ts';

/**
 * Returns a function that creates an MCP server whose tools call the Partner Rating Service: a server of the official
 * SDK for each connection or request, as `serveStdio` and `createMcpHandler` expect. All of them share one client.
 *
 * With an API key, the tools are those of a partner application. With the access token of a connected player, they
 * read this player's own data. Everybody who can reach the server can use that credential, so put your own
 * authentication in front of it if other people can.
 *
 * @throws TypeError for an invalid option, or if there is no credential; the message names it.
 *
 * @example
 * const handler = createMcpHandler(createServerFactory({ apiKey, environment: 'local' }));
 */
export function createServerFactory(options: ClientOptions = {}): () => McpServer {
  const headers = { 'user-agent': `partner-rating-mcp/${manifest.version}`, ...options.headers };
  const client = new PartnerRatingClient({ ...options, headers });
  const caller = options.accessToken === undefined ? 'application' : 'player';
  const tools = toolsFor(caller).map((tool) => [tool, schemasOf(tool)] as const);
  return () => {
    const server = new McpServer(
      { name: 'partner-rating', title: 'Partner Rating Service', version: manifest.version },
      { instructions: instructions(caller), capabilities: { tools: { listChanged: false } } },
    );
    for (const [tool, schemas] of tools) register(server, client, caller, tool, schemas);
    return server;
  };
}

function schemasOf({ input, output }: Tool) {
  return { inputSchema: compactSchema(input), outputSchema: compactSchema(output) };
}

function register(
  server: McpServer,
  client: PartnerRatingClient,
  caller: Caller,
  { name, title, description, effect, call }: Tool,
  schemas: ReturnType<typeof schemasOf>,
): void {
  const annotations = {
    readOnlyHint: effect === 'reads',
    // Both hints apply only to tools that change something.
    ...(effect !== 'reads' && { destructiveHint: effect === 'alters', idempotentHint: true }),
    openWorldHint: false,
  };
  const config = { title, description, annotations, ...schemas };
  server.registerTool(name, config, async (input, { mcpReq }) => {
    try {
      const result = await call(client, input, { signal: mcpReq.signal });
      return {
        structuredContent: { ...result },
        // For programs that do not show structured content to the agent.
        content: [{ type: 'text', text: JSON.stringify(result) }],
      };
    } catch (error) {
      return toolError(error, caller);
    }
  });
}

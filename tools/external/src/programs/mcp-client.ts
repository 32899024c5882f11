import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { programs } from '@partner-rating/processes';
import { type Program, versionOf } from '../program.ts';

const tools = 13;

export const mcpClient: Program = {
  name: '@modelcontextprotocol/client',
  version: () => versionOf('@modelcontextprotocol/client'),
  async drive({ application, baseUrl, nextPlayer }, step) {
    const agent = new Client({ name: 'external', version: '1.0.0' });
    await using cleanup = new AsyncDisposableStack();
    cleanup.defer(() => agent.close());
    await step(
      'starts our server over standard input and output, and lists its tools',
      async () => {
        const env = {
          PATH: process.env.PATH ?? '',
          SERVICE_ENV: 'test',
          SERVICE_API_KEY: application.apiKey,
          SERVICE_URL_TEST: baseUrl,
        };
        const words = { command: process.execPath, args: [programs.mcp], env };
        await agent.connect(new StdioClientTransport(words));
        assert.equal((await agent.listTools()).tools.length, tools);
      },
    );
    const call = async (name: string, input: Record<string, unknown>) =>
      await agent.callTool({ name, arguments: input });
    const pair = [nextPlayer(), nextPlayer()];
    const teams = pair.map(({ memberId }) => [String(memberId)]);
    const submit = async (...scores: number[]) =>
      await call('submit_matches', {
        ...{ sport: 'pickleball', format: 'pickleball-11' },
        matches: [{ identifier: 'evening-of-an-agent', teams, games: [{ scores }] }],
      });
    await step('finds a player, and validates the answer against its schema', async () => {
      const { isError, structuredContent } = await call('find_players', {
        name: pair[0]?.name,
      });
      assert.ok(!isError);
      const { players } = structuredContent as { players: { memberId: string }[] };
      assert.ok(players.some(({ memberId }) => memberId === teams[0]?.[0]));
    });
    await step('reads why a result is refused, and submits a right one', async () => {
      const refused = await submit(11, 10);
      assert.equal(refused.isError, true);
      assert.match(JSON.stringify(refused.content), /batch_rejected/);
      const { isError, structuredContent } = await submit(12, 10);
      assert.ok(!isError);
      const { matches } = structuredContent as { matches: { status: string }[] };
      assert.deepEqual(
        matches.map(({ status }) => status),
        ['rated'],
      );
    });
  },
};

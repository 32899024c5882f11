import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { ExampleService } from '@partner-rating/client/testing';
import { onTestFinished } from 'vitest';
import { createServerFactory } from '../create-server.ts';

const credentials = {
  application: { apiKey: 'prk_test' },
  player: { accessToken: 'pra_test' },
} as const;

/** Connects an agent to a new server, which answers with the examples. */
export async function connect(
  caller: keyof typeof credentials,
  options: { maxRetries?: number } = {},
) {
  const service = new ExampleService();
  const createServer = createServerFactory({
    baseUrl: 'https://ratings.example/api/v1',
    maxRetries: 0,
    fetch: service.fetch,
    ...options,
    ...credentials[caller],
  });
  const [ofAgent, ofServer] = InMemoryTransport.createLinkedPair();
  const agent = new Client({ name: 'test', version: '1.0.0' });
  // Both packages have this class, and the types of each accept only its own.
  await createServer().connect(
    ofServer as unknown as Parameters<ReturnType<typeof createServer>['connect']>[0],
  );
  await agent.connect(ofAgent);
  onTestFinished(() => agent.close());
  return { agent, service };
}

/** Returns the text of a result. */
export function textOf({ content }: { content: unknown }): string {
  return (content as { text: string }[]).map(({ text }) => text).join('\n');
}

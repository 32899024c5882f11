import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { ExampleService } from '@partner-rating/client/testing';
import { onTestFinished } from 'vitest';
import { createServerFactory } from '../create-server.ts';

const credentials = {
  application: { apiKey: 'prk_test' },
  player: { accessToken: 'pra_test' },
} as const;

/** An agent's connection to a server of its own, behind which the examples answer. */
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
  // Each of the two packages has the class, and its types take their own alone.
  await createServer().connect(
    ofServer as unknown as Parameters<ReturnType<typeof createServer>['connect']>[0],
  );
  await agent.connect(ofAgent);
  onTestFinished(() => agent.close());
  return { agent, service };
}

/** The text of a result. */
export function textOf({ content }: { content: unknown }): string {
  return (content as { text: string }[]).map(({ text }) => text).join('\n');
}

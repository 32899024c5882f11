import { afterAll, beforeAll, inject } from 'vitest';
import { buildApp } from '../app.ts';
import { type Club, createClub } from '../club.ts';
import { readFacts } from '../start/facts.ts';
import { redirectUriFor } from '../start/options.ts';

/** Starts the club for the tests of a suite. It calls the real service, or the server at another base address.
 */
export function useRunningClub(baseUrl?: () => string): () => Club {
  let running: { club: Club; close: () => Promise<void> } | undefined;
  beforeAll(async () => {
    const dataDirectory = inject('dataDirectory');
    const ofService = await readFacts(dataDirectory);
    const serviceAddress = baseUrl?.() ?? inject('serviceAddress');
    const facts = { ...ofService, baseUrl: baseUrl?.() ?? ofService.baseUrl };
    const port = inject('clubPort');
    const club = createClub({
      facts,
      dataDirectory,
      redirectUri: redirectUriFor(facts.redirectUri, port),
      serviceAddress,
      clock: () => new Date(),
      warn: (sentence) => {
        throw new Error(sentence);
      },
    });
    const app = await buildApp(club);
    await app.listen({ host: 'localhost', port });
    running = { club, close: () => app.close() };
  });
  afterAll(async () => {
    await running?.close();
  });
  return () => {
    if (running === undefined) throw new Error('The club runs only while tests run.');
    return running.club;
  };
}

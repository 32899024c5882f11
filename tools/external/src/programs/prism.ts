import assert from 'node:assert/strict';
import { PartnerRatingClient } from '@partner-rating/client';
import { prismError, prismVersion, startPrism } from '@partner-rating/prism';
import type { Program } from '../program.ts';

export const prism: Program = {
  name: 'prism proxy --errors',
  version: prismVersion,
  async drive({ application, baseUrl, connect, nextPlayer, player }, step) {
    await using proxy = await startPrism(baseUrl);
    let requests = 0;
    const client = new PartnerRatingClient({
      ...{ baseUrl: proxy.origin, apiKey: application.apiKey, maxRetries: 0 },
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        requests += 1;
        assert.equal(prismError(await response.clone().text()), null);
        return response;
      },
    });
    await connect();
    const teams = [nextPlayer(), nextPlayer()].map(({ id }) => [id]);
    const batch = {
      ...{ sport: 'pickleball', format: 'pickleball-11' },
      matches: [{ identifier: 'evening-of-prism', teams, games: [{ scores: [11, 8] }] }],
    };
    await step(
      'passes on the requests and answers of an evening, without a deviation',
      async () => {
        await client.usage.get();
        await client.oauth.listScopes();
        await client.members.search({ name: 'Mike Brennan' });
        await client.members.get(player.id);
        await client.members.listRatingHistory(player.id, { limit: 5 });
        await client.leaderboard.list({ sport: 'pickleball', limit: 5 });
        await client.matches.predict({ sport: 'pickleball', matches: [{ teams }] });
        const { matches } = await client.matches.submit(batch);
        const { id = null, status } = matches[0] ?? {};
        assert.equal(status, 'rated');
        assert.ok(id !== null);
        await client.matches.submit(batch);
        await client.matches.list({ identifier: 'evening-of-prism' });
        await client.matches.void(id, { reason: 'It was an example.' });
        await assert.rejects(client.matches.get('mat_01jq8z6v3mfb7s4d2k9c5x1ha0'), {
          code: 'not_found',
        });
        assert.equal(requests, 12);
      },
    );
    await step('reports a request that the document forbids', async () => {
      const headers = { 'x-api-key': application.apiKey };
      const address = `${proxy.origin}/leaderboard?sport=pickleball&limit=many`;
      const response = await fetch(address, { headers });
      assert.match(prismError(await response.text()) ?? '', /limit/);
    });
  },
};

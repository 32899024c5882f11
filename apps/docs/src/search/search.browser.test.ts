import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browseSite } from '../testing/browse-site.ts';

/** What partners, players and operators ask, and a page that answers it. */
const questions: [question: string, page: string][] = [
  ['getting started', 'guides/quick-start'],
  ['bulk', 'reference#/members/members.getbulk'],
  ['rotate key', 'guides/keys'],
  ['webhook signature python', 'guides/webhooks'],
  ['verify webhook', 'guides/webhooks'],
  ['rotate webhook secret', 'guides/webhooks'],
  ['matches.submit', 'reference#/matches/matches.submit'],
  ['import tournament', 'guides/tournaments'],
  ['pagination', 'guides/without-an-sdk'],
  ['csv', 'guides/without-an-sdk'],
  ['rate limit', 'guides/limits'],
  ['429', 'errors/rate_limited'],
  ['idempotency_key_reused', 'errors/idempotency_key_reused'],
  ['retry', 'guides/errors'],
  ['refresh token', 'guides/connect-flow'],
  ['oauth login', 'guides/connect-flow'],
  ['scopes', 'guides/connect-flow'],
  ['delete a match', 'guides/corrections'],
  ['duplicate match', 'guides/corrections'],
  ['leaderboard', 'reference#/leaderboard/leaderboard.list'],
  ['predict winner', 'guides/predictions'],
  ['fair teams', 'guides/predictions'],
  ['mock server', 'guides/mock-and-sandbox'],
  ['breaking changes', 'guides/versioning'],
  ['why did my rating go down', 'guides/ratings'],
  ['delete my account', 'guides/your-data'],
  ['who can see my rating', 'guides/for-players'],
  ['backup', 'guides/maintenance'],
  ['postgres', 'guides/self-hosting'],
  ['mcp claude', 'guides/agents'],
];

const MAX_UNANSWERED = 2;

describe('the search', () => {
  const { openForTest } = browseSite();

  it('has the right page among the first three results for all except two questions', async () => {
    const page = await openForTest();
    await page.goto('errors');
    await page.getByRole('button', { name: 'Search' }).click();
    const unanswered: string[] = [];
    for (const [question, address] of questions) {
      const found = await firstThree(page, question);
      if (!found.includes(address)) unanswered.push(`${question}: ${found.join(', ')}`);
      expect([question, found.filter((path) => path.startsWith('changelog'))]).toEqual([
        question,
        [],
      ]);
    }
    expect(unanswered.length, unanswered.join('\n')).toBeLessThanOrEqual(MAX_UNANSWERED);
  });

  it('leads from a result to an operation in the reference', async () => {
    const page = await openForTest();
    await page.goto('guides/limits');
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search').fill('matches.submit');
    await page.locator('.pagefind-ui__result-link').first().click();
    await page.waitForURL('**/docs/reference#/matches/matches.submit');
    await page.getByRole('heading', { name: 'Submit a batch of matches' }).waitFor();
  });
});

async function firstThree(page: Page, question: string): Promise<string[]> {
  await page.getByPlaceholder('Search').fill(question);
  const message = page.locator('.pagefind-ui__message');
  await message.filter({ hasText: `for ${question}` }).waitFor();
  await page.locator('.pagefind-ui__result:not(:has(.pagefind-ui__loading))').first().waitFor();
  const results = await page.locator('.pagefind-ui__result').all();
  return await Promise.all(
    results.slice(0, 3).map(async (result) => {
      const link = await result.locator('.pagefind-ui__result-link').first().getAttribute('href');
      return (link ?? '').replace(/^\/docs\//, '');
    }),
  );
}

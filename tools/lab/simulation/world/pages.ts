import { expectThat } from '../finding.ts';
import { type Answer, get, type Request, sendAs } from './network.ts';
import type { World } from './world.ts';

/**
 * Sends a request as an application. Returns null if the application is suspended, and only then
 * may it be refused.
 */
export async function askAs(
  world: World,
  partner: number,
  request: Request,
): Promise<Answer | null> {
  const answer = await sendAs(world, partner, request);
  const isSuspended = world.model.suspended.has(partner);
  const { name } = world.partner(partner);
  expectThat(
    (answer.statusCode === 403) === isSuspended,
    () =>
      `${name} is ${isSuspended ? '' : 'not '}suspended, and ${request.method} ${request.url} is answered ` +
      `${answer.statusCode}: ${answer.body}`,
  );
  expectThat(
    !isSuspended || answer.body.includes('"application_suspended"'),
    () => `${name} is suspended, but ${request.url} gives another reason: ${answer.body}`,
  );
  return isSuspended ? null : answer;
}

/**
 * Reads a whole list page by page. No page is longer than requested, and no item comes twice.
 * Returns null if the application is suspended.
 */
export async function readPages<Item>(
  world: World,
  partner: number,
  {
    path,
    query = {},
    limit,
    itemsOf,
    keyOf,
  }: {
    path: string;
    query?: Record<string, string>;
    limit: number;
    itemsOf: (page: never) => Item[];
    keyOf: (item: Item) => string;
  },
): Promise<Item[] | null> {
  const all: Item[] = [];
  const keys = new Set<string>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const words = { ...query, limit: `${limit}`, ...(cursor !== '' && { cursor }) };
    const url = `${path}?${new URLSearchParams(words)}`;
    const answer = await askAs(world, partner, get(url));
    if (answer === null) return null;
    expectThat(answer.statusCode === 200, () => `${url} is answered ${answer.body}`);
    const page = answer.json() as { nextCursor: string | null };
    const items = itemsOf(page as never);
    expectThat(items.length <= limit, () => `${url} has ${items.length} items.`);
    for (const item of items) {
      const key = keyOf(item);
      expectThat(!keys.has(key), () => `${path} lists ${key} twice.`);
      keys.add(key);
    }
    all.push(...items);
    cursor = page.nextCursor;
  }
  return all;
}

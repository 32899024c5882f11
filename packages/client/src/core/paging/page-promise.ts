import { PartnerRatingError } from '../errors/partner-rating-error.ts';
import type { ResponsePromise, WithResponse } from '../response-promise.ts';

/** The source of the pages of one list. */
export interface PageSource<Page, Item> {
  /** Fetches the first page, or the page at a cursor. */
  fetch: (cursor: string | undefined) => ResponsePromise<Page>;
  itemsOf: (page: Page) => readonly Item[];
  /** The limit of the whole list. */
  maxItems: number;
  /** The cursor of the first page, if it has one. */
  cursor: string | undefined;
}

/**
 * A paginated list. If you await it, you get the first page. If you iterate it, you get every item, and each page
 * is fetched when you need its first item. Nothing is sent before that.
 *
 * @example
 * const { players } = await client.members.search({ state: 'TX' });
 *
 * @example
 * for await (const player of client.members.search({ state: 'TX', limit: 100 })) {
 *   if (player.status.isConnected) report(player.displayName);
 * }
 */
export class PagePromise<Page extends { nextCursor: string | null }, Item>
  extends Promise<Page>
  implements AsyncIterable<Item>
{
  readonly #source: PageSource<Page, Item>;
  #first: ResponsePromise<Page> | undefined;

  /** @internal */
  constructor(source: PageSource<Page, Item>) {
    // Never settles: `then` fetches the first page, and `catch` and `finally` call `then`.
    super(() => undefined);
    this.#source = source;
  }

  /** `then`, `catch` and `finally` return a plain promise. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  /**
   * Returns the first page, with its items and its other fields. The page is fetched only once.
   *
   * @example
   * const { total } = await client.webhooks.listDeliveries({ status: 'failed' }).page();
   */
  page(): ResponsePromise<Page> {
    this.#first ??= this.#source.fetch(this.#source.cursor);
    return this.#first;
  }

  /**
   * Returns the first page and its HTTP response, for its status and headers.
   *
   * @example
   * const { data, response } = await client.members.search({ state: 'TX' }).withResponse();
   */
  withResponse(): Promise<WithResponse<Page>> {
    return this.page().withResponse();
  }

  /**
   * Iterates the pages. `maxItems` ends the list after the page
   * that reaches it.
   *
   * @throws PartnerRatingError if a cursor leads back to an earlier page.
   *
   * @example
   * for await (const { updates } of client.members.listRatingUpdates({ limit: 100 }).pages()) {
   *   report(updates.length);
   * }
   */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    const { fetch, itemsOf, maxItems, cursor } = this.#source;
    const seen = new Set([cursor]);
    let left = maxItems;
    let page = left > 0 && (await this.page());
    while (page) {
      const { nextCursor } = page;
      left -= itemsOf(page).length;
      yield page;
      if (!nextCursor || left <= 0) return;
      if (seen.has(nextCursor)) {
        throw new PartnerRatingError('nextCursor leads back to an earlier page.');
      }
      seen.add(nextCursor);
      page = await fetch(nextCursor);
    }
  }

  /**
   * Iterates the items of all pages, up to `maxItems`.
   *
   * @example
   * for await (const { rank, displayName } of client.leaderboard.list({ sport: 'padel' })) {
   *   report(rank, displayName);
   * }
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    const { itemsOf, maxItems } = this.#source;
    let left = maxItems;
    for await (const page of this.pages()) {
      const items = itemsOf(page);
      yield* items.slice(0, left);
      left -= items.length;
    }
  }

  /**
   * Returns the items as an array: all of them, or the first `limit`.
   *
   * @example
   * const best = await client.leaderboard.list({ sport: 'padel' }).toArray({ limit: 50 });
   */
  async toArray({
    limit = Number.POSITIVE_INFINITY,
  }: {
    /** The greatest number of items. Default: all. */
    limit?: number;
  } = {}): Promise<Item[]> {
    const items: Item[] = [];
    if (!(limit >= 1)) return items;
    for await (const item of this) {
      if (items.push(item) >= limit) break;
    }
    return items;
  }

  /** Fetches the first page, like `page`. */
  // biome-ignore lint/suspicious/noThenProperty: it is a promise of the first page.
  override readonly then: Promise<Page>['then'] = (...callbacks) => this.page().then(...callbacks);
}

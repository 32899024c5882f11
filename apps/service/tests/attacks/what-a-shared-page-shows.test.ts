import { describe, expect, it } from 'vitest';
import { type SharedItem, sharedItems } from '../../src/account/domain/shared-items.ts';
import { pictureOf } from '../../src/account/pages/sharing/public-page.ts';
import { readShared } from '../../src/account/pages/sharing/read-shared.ts';
import {
  findSharer,
  insertSharedPage,
  updateSharedPage,
} from '../../src/account/store/shared-pages.ts';
import { playSeason } from '../../src/account/testing/matches.ts';
import { BrowserSession } from '../../src/connect/testing/browser-session.ts';
import { useConnectFlow } from '../../src/connect/testing/connect-flow.ts';
import { newSecret } from '../../src/platform/secrets/sealing.ts';

// The facts that each selected item may name. A location includes the rank there.
const shownBy: Record<SharedItem, readonly string[]> = {
  rating: ['rating', 'band'],
  peak: ['peak'],
  rank: ['rank'],
  location: ['city', 'country', 'rank'],
  record: ['record', 'streak'],
  chart: ['chart', 'rating', 'band', 'peak'],
};

describe('somebody without an account who has the address of a share page learns only the selected items:', () => {
  const flow = useConnectFlow();
  const secret = newSecret('');
  const path = `/players/${secret}`;

  /** Returns everything that the page shows: its text, its headers, and what its picture draws. */
  async function learn(items: readonly SharedItem[]): Promise<string> {
    const { app, database, dependencies, player } = flow();
    await database
      .transaction()
      .execute((transaction) =>
        updateSharedPage(transaction, player.memberId, { items, isListed: false }),
      );
    const page = await new BrowserSession(app).open(path);
    const picture = await new BrowserSession(app).open(`${path}/picture.png`);
    expect([page.statusCode, picture.statusCode]).toEqual([200, 200]);
    const sharer = await findSharer(database, secret, '2100-01-01');
    if (sharer === null) throw new Error('The page is not found.');
    const drawn = pictureOf(await readShared(dependencies, sharer));
    const styles = /<style>[\s\S]*<\/style>/;
    return [
      page.body.replace(styles, ''),
      JSON.stringify({ ...page.headers, date: '', 'x-request-id': '' }),
      JSON.stringify({ ...picture.headers, date: '', 'x-request-id': '' }),
      drawn,
    ].join('\n');
  }

  it('each item alone, and all together', async () => {
    const { database, player, otherPlayer } = flow();
    const { memberId } = player;
    const home = { city: 'Attackville', city_folded: 'attackville', country: 'NZ', state: null };
    const secrets = { birth_date: '1987-03-09', gender: 'MALE' } as const;
    const members = database.updateTable('member').set({ ...home, is_discoverable: true });
    await members.set(secrets).where('id', 'in', [memberId, otherPlayer.memberId]).execute();
    await playSeason(flow(), { matches: 4 });
    const { clock } = flow().dependencies;
    await database.transaction().execute((transaction) =>
      insertSharedPage(transaction, {
        ...{ memberId, address: secret, items: [], isListed: false, createdAt: clock() },
      }),
    );
    const everything = await learn([...sharedItems]);
    const found = (pattern: RegExp) => {
      const [, fact] = pattern.exec(everything) ?? [];
      if (fact === undefined) throw new Error(`The page lacks ${pattern}.`);
      return fact;
    };
    const facts = {
      rating: found(/<p class="rating"><strong>(\d\.\d{3})/),
      band: found(/likely (\d\.\d\d–\d\.\d\d)/),
      peak: found(/<dt>Peak, [^<]*<\/dt><dd><strong>(\d\.\d{3})/),
      rank: found(/<bdi>Everywhere<\/bdi> <strong>(\d\w+ of \d)/),
      ...{ city: 'Attackville', country: 'New Zealand' },
      record: found(/(\d won, \d lost)/),
      streak: found(/(1 loss) in a row/),
      chart: 'stroke-linejoin="round"',
    };
    expect(facts.peak).not.toBe(facts.rating);
    const never = [
      ...['Brennan', 'mike', 'Priya', 'Rally', '1987', 'Courtside', memberId],
      ...[String(player.memberNumber), otherPlayer.memberId, secrets.birth_date],
    ];
    for (const items of [[], ...sharedItems.map((item) => [item]), ['rating', 'record']]) {
      const shown = await learn(items as SharedItem[]);
      const allowed = items.flatMap((item) => shownBy[item as SharedItem]);
      const unticked = Object.entries(facts).filter(([fact]) => !allowed.includes(fact));
      expect(unticked.filter(([, words]) => shown.includes(words))).toEqual([]);
      expect(never.filter((words) => shown.includes(words))).toEqual([]);
      for (const fact of items.map((item) => shownBy[item as SharedItem][0] ?? '')) {
        expect(shown).toContain(facts[fact as keyof typeof facts]);
      }
      if (items.length === 0) expect(shown).not.toContain('Pickleball');
    }
  });
});

import { testRows } from '@partner-rating/table-tests';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { changeDiscovery } from '../../members/change-discovery.ts';
import { insertApplication } from '../../testing/builders.ts';
import { makePlayer, openAccount, textOf } from '../testing/account.ts';
import { playSeason } from '../testing/matches.ts';

const path = '/account/what-if';

describe('GET /account/what-if', () => {
  const flow = useConnectFlow();
  const open = async (query: string, player = flow().player) =>
    await (await openAccount(flow(), player)).browser.open(`${path}?sport=pickleball&${query}`);
  /** Returns the target of a link with this text. */
  const linkOn = ({ body }: LightMyRequestResponse, text: string) =>
    new RegExp(`href="([^"]+)">${text}<`).exec(body)?.[1]?.replaceAll('&amp;', '&') ?? '';

  beforeAll(async () => {
    await playSeason(flow(), { matches: 9 });
  });

  it('finds an opponent by name, and shows the chance and the effects of the model', async () => {
    const { browser } = await openAccount(flow());
    const found = await browser.open(`${path}?sport=pickleball&name=Priya`);
    const page = await browser.open(linkOn(found, 'Opponent'));
    const text = textOf(page);
    const chance = Number(/(\d+)% chance that you win one game/.exec(text)?.[1]);
    expect(chance).toBeGreaterThan(50);
    expect(chance).toBeLessThan(100);
    const changes = [...text.matchAll(/(Win|Loss) \d+–\d+ ([+−±])(\d\.\d{3})/g)];
    expect(changes.map(([, what]) => what)).toEqual(['Win', 'Win', 'Loss', 'Loss']);
    const signed = changes.map(([, , sign, size]) => Number(size) * (sign === '−' ? -1 : 1));
    // A win never lowers a rating, a loss never raises it, and a clear win is worth most.
    expect(signed.toSorted((one, other) => other - one)).toEqual(signed);
    expect(signed[1]).toBeGreaterThanOrEqual(0);
    expect(signed[2]).toBeLessThanOrEqual(0);
  });

  it('shows the opponent the complementary chance', async () => {
    const chanceOf = async (
      player: typeof flow extends () => infer Flow ? Flow : never,
      of: 'player' | 'otherPlayer',
    ) => {
      const other = of === 'player' ? player.otherPlayer : player.player;
      const page = await open(`opponent=${other.memberId}`, player[of]);
      return Number(/(\d+)% chance/.exec(textOf(page))?.[1]);
    };
    expect((await chanceOf(flow(), 'player')) + (await chanceOf(flow(), 'otherPlayer'))).toBe(100);
  });

  it('asks for as many teammates as opponents', async () => {
    const { otherPlayer } = flow();
    const third = await makePlayer(flow(), 'third@example.com');
    const two = await open(`opponent=${otherPlayer.memberId}&opponent=${third.memberId}`);
    expect(textOf(two)).toContain('Add a teammate, or remove an opponent.');
    const uneven = await open(`partner=${third.memberId}&opponent=${otherPlayer.memberId}`);
    expect(textOf(uneven)).toContain('Add an opponent, or remove your teammate.');
    expect(textOf(await open(''))).toContain('Search for an opponent to see your chance.');
  });

  it('says if a rating is provisional', async () => {
    const newcomer = await makePlayer(flow(), 'newcomer@example.com');
    const text = textOf(await open(`opponent=${newcomer.memberId}`));
    expect(text).toContain('A rating here is provisional, so this is a rough guess.');
  });

  it('finds nobody who hides, by name or by id, even if an application may see them', async () => {
    const { dependencies, database, otherPlayer } = flow();
    await insertApplication(database, { name: 'Rally League' });
    const hidden = {
      memberId: otherPlayer.memberId,
      isDiscoverable: false,
      actor: 'player',
    } as const;
    await changeDiscovery(dependencies, hidden);
    expect(textOf(await open('name=Priya'))).toContain(
      'Nobody else who can be found has this name.',
    );
    const page = await open(`opponent=${otherPlayer.memberId}`);
    expect(page.body).not.toContain('Priya');
    expect(textOf(page)).not.toContain('chance that you win');
    // A hidden player can still use the page.
    const { player } = flow();
    const own = await open(`opponent=${player.memberId}`, otherPlayer);
    expect(textOf(own)).toContain('chance that you win one game');
    await changeDiscovery(dependencies, { ...hidden, isDiscoverable: true });
  });

  testRows([
    'opponent=nonsense',
    'opponent=mem_01k4yh2c9f3v7b1r5x8z6k2a0d',
    'sport=chess',
    `name=${'x'.repeat(5_000)}`,
    'name=%00',
    'name=%E2%80%AE',
  ])('200 for any address', async (query) => {
    expect((await open(query)).statusCode).toBe(200);
  });

  it('does not let the player play against themselves', async () => {
    const page = await open(`opponent=${flow().player.memberId}`);
    expect(textOf(page)).toContain('Search for an opponent');
  });
});

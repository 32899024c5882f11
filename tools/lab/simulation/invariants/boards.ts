import type { Schemas } from '@partner-rating/server';
import { naiveBoard } from '@partner-rating/service/src/leaderboards/testing/naive-board.ts';
import { SPORTS } from '../actions/submit.ts';
import { expectEqual } from '../finding.ts';
import { readPages } from '../world/pages.ts';
import type { World } from '../world/world.ts';

const CATEGORIES = ['overall', 'singles', 'doubles'] as const;
const PAGE = 2;

type Board = { sport: (typeof SPORTS)[number]; category: (typeof CATEGORIES)[number] };

const allBoards: readonly Board[] = SPORTS.flatMap((sport) =>
  CATEGORIES.map((category) => ({ sport, category })),
);

/** Checks one board in each round, because all of them would take too long. */
export async function expectNextBoard(world: World, round: number): Promise<void> {
  await expectBoardsOfRatings(
    world,
    [allBoards[round % allBoards.length]].filter((board) => board !== undefined),
  );
}

/**
 * Each board equals the ordered ratings of the players that an application may see there: those who
 * may be found or are connected.
 */
export async function expectBoardsOfRatings(
  world: World,
  boards: readonly Board[] = allBoards,
): Promise<void> {
  const partner = world.partners.find(({ index }) => !world.model.suspended.has(index));
  if (partner === undefined) return;
  const indexes = new Map(world.players.map(({ memberId, index }) => [memberId, index]));
  const grantOf = (memberId: string) => {
    const index = indexes.get(memberId);
    return index === undefined ? null : world.model.grantOf(partner.index, index);
  };
  for (const { sport, category } of boards) {
    const choice = { sport, category, ageBracket: 'open', scope: 'global' } as const;
    const everybody = { verifiedOnly: false, minGames: 0 };
    const board = await naiveBoard(world.direct, { ...choice, ...everybody }, grantOf);
    const expected = board.map(({ rank, memberNumber, rating }) => ({
      rank,
      memberId: memberNumber,
      R: rating,
    }));
    let total = 0;
    const players = await readPages(world, partner.index, {
      path: '/api/v1/leaderboard',
      query: { sport, category, ageBracket: 'open' },
      limit: PAGE,
      itemsOf: (page: Schemas.Leaderboard) => {
        total = page.total;
        return page.players;
      },
      keyOf: (entry) => `${entry.memberId}`,
    });
    const entries = players?.map(({ rank, memberId, R }) => ({ rank, memberId, R }));
    expectEqual(
      { entries, total },
      { entries: expected, total: expected.length },
      `The board of ${sport} ${category} is not what the ratings are.`,
    );
  }
}

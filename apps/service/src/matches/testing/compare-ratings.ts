import { expect } from 'vitest';
import type { Database } from '../../platform/database/schema.ts';
import { auditRatings } from '../../ratings/audit-ratings.ts';
import { standingRatings } from './fold-ledger.ts';

/** Ratings without whose they are, so that those of two clubs can be compared to the last bit. */
export async function valuesOf(database: Database, players: readonly { id: string }[]) {
  const names = new Map(players.map(({ id }, index) => [id, index]));
  const ratings = await standingRatings(database);
  return ratings
    .map(({ member_id, ...rating }) => ({ player: names.get(member_id), ...rating }))
    .toSorted((one, other) =>
      `${one.player} ${one.bracket}`.localeCompare(`${other.player} ${other.bracket}`),
    );
}

/** Expects that what is stored follows from the ledger. */
export async function expectCleanAudit(database: Database): Promise<void> {
  const findings: unknown[] = [];
  await auditRatings({ database }, { onFinding: (finding) => findings.push(finding) });
  expect(findings).toEqual([]);
}

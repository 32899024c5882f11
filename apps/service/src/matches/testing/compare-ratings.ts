import { playerId } from '@partner-rating/ratings';
import { expect } from 'vitest';
import type { Database } from '../../platform/database/schema.ts';
import { auditRatings } from '../../ratings/audit-ratings.ts';
import { foldLedger, storedRatings } from './fold-ledger.ts';
import { settleAll } from './settle-all.ts';

/** Returns ratings without their members, so that those of two clubs can be compared to the last bit. */
export async function valuesOf(database: Database, players: readonly { id: string }[]) {
  const names = new Map(players.map(({ id }, index) => [id, index]));
  const partners = new Map(players.map(({ id }, index) => [playerId(id), index]));
  const ratings = await storedRatings(database);
  return ratings
    .map(({ member_id, partner, direction, ...rating }) => ({
      player: names.get(member_id),
      ...rating,
      partner: partners.get(partner),
      // The direction of a group depends on the ids of its first members.
      hasGroup: direction > 0,
    }))
    .toSorted((one, other) =>
      `${one.player} ${one.bracket}`.localeCompare(`${other.player} ${other.bracket}`),
    );
}

/** Settles everything, and expects that the ratings follow from the ledger, and that an audit finds nothing. */
export async function expectExact(database: Database): Promise<void> {
  await settleAll(database);
  expect(await storedRatings(database)).toEqual(await foldLedger(database));
  await expectCleanAudit(database);
}

/** Expects that the stored ratings follow from the ledger. */
export async function expectCleanAudit(database: Database): Promise<void> {
  const findings: unknown[] = [];
  await auditRatings({ database }, { onFinding: (finding) => findings.push(finding) });
  expect(findings).toEqual([]);
}

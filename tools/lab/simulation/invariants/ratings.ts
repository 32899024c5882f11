import {
  foldLedger,
  storedRatings,
} from '@partner-rating/service/src/matches/testing/fold-ledger.ts';
import { auditRatings } from '@partner-rating/service/src/ratings/audit-ratings.ts';
import { describeFinding } from '@partner-rating/service/src/ratings/domain/rating-differences.ts';
import { settleSport } from '@partner-rating/service/src/ratings/settlement/settle-sport.ts';
import { SPORTS } from '../actions/submit.ts';
import { expectEqual, expectThat } from '../finding.ts';
import type { World } from '../world/world.ts';

const LONGER_THAN_A_LEASE = 20_000;

/** Every rating and state follows from the ledger, except for pending ones. */
export async function expectValidRatings({ direct }: World): Promise<void> {
  const findings: string[] = [];
  await auditRatings(
    { database: direct },
    { onFinding: (finding) => void findings.push(describeFinding(finding)) },
  );
  expectThat(findings.length === 0, () => `The audit found:\n${findings.slice(0, 5).join('\n')}`);
}

/** Settles everything that is pending, as the service does over time. */
export async function settleEverything(world: World): Promise<void> {
  await world.time.pass(LONGER_THAN_A_LEASE);
  for (const sport of SPORTS) {
    let outcome = '';
    while (outcome !== 'nothing') {
      outcome = await world.time.until(settleSport(world.dependencies, sport));
      expectThat(outcome !== 'busy', () => `Nobody settles ${sport}, and it is busy.`);
    }
  }
  const due = await world.direct.selectFrom('settlement_due').selectAll().execute();
  expectThat(
    due.length === 0,
    () => `Everything is settled, and this is still due: ${JSON.stringify(due)}`,
  );
}

/** The ratings equal those of a simple calculation over all matches in the order of play. */
export async function expectRatingsOfLedger({ direct }: World): Promise<void> {
  expectEqual(
    await storedRatings(direct),
    await foldLedger(direct),
    'The ratings are not those of the matches in the order of play.',
  );
}

import { describe, expect, it } from 'vitest';
import { settleDue } from '../ratings/settlement/settle-due.ts';
import { openLateClub } from '../ratings/settlement/testing/late-club.ts';
import { databases } from '../testing/test-database.ts';
import { foldLedger, standingRatings } from './testing/fold-ledger.ts';
import { voidMatch } from './void-match.ts';

describe.each(databases)('a void that reaches more than is settled at once on %s', (kind) => {
  it('is answered before it is settled, and when it is repeated says that it is', async () => {
    const { database, dependencies, club, lateId } = await openLateClub(kind);
    await settleDue(dependencies);
    const { applicationId } = club.submitter;
    const request = { applicationId, matchId: lateId, reason: 'Wrong court.' };
    const options = { maxMatches: 1 };
    expect(await voidMatch(dependencies, request, options)).toMatchObject({ settled: false });
    await settleDue(dependencies);
    expect(await voidMatch(dependencies, request, options)).toMatchObject({ settled: true });
    expect(await standingRatings(database)).toEqual(await foldLedger(database));
  });
});

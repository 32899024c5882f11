import { MODEL_REVISION, reliabilityAfterAbsence } from '@partner-rating/ratings';
import { describe, expect, it } from 'vitest';
import { findRatedMembers } from '../../leaderboards/store/board.ts';
import { batchOf, matchOf } from '../../matches/testing/batches.ts';
import { foldLedger, storedRatings } from '../../matches/testing/fold-ledger.ts';
import { handle, openClub } from '../../matches/testing/story.ts';
import type { Database } from '../../platform/database/schema.ts';
import { auditRatings } from '../../ratings/audit-ratings.ts';
import { explainMatches } from '../../ratings/explain-matches.ts';
import { findModel, modelWith } from '../../ratings/model-in-use.ts';
import { rebuildRatings, rebuildSport } from '../../ratings/rebuild-ratings.ts';
import { settleDue } from '../../ratings/settlement/settle-due.ts';
import { settleSport } from '../../ratings/settlement/settle-sport.ts';
import { findLedgerMatches } from '../../ratings/store/ledger.ts';
import { setModelRevision } from '../../ratings/store/ratings.ts';
import type { ChosenRows } from '../../ratings/store/sport-parameters.ts';
import { type DatabaseKind, databases } from '../../testing/test-database.ts';
import {
  applyParameters,
  ChoiceRefusedError,
  findUndone,
  undoParameters,
} from './choose-parameters.ts';

const sport = 'pickleball';

/** Rows that lack most fields, which are then those of the release. */
const wide: ChosenRows = {
  singles: { startSpread: 2.4, scaleSpread: 1.9, driftPerDay: 0.06, source: 'A test.' },
  doubles: { startSpread: 2.1, form: 0.4, source: 'A test.' },
};
const narrow: ChosenRows = { singles: null, doubles: { startSpread: 0.5, source: 'A test.' } };

const modelOfRows = (rows: ChosenRows) => modelWith([{ sport, ...rows }]);

async function openPlayedClub(kind: DatabaseKind) {
  const opened = await openClub(kind);
  const { club, mike, sofia, doubles, singles } = opened;
  const padel = matchOf('padel', [[mike], [sofia]], { sport: 'padel' });
  await handle(club, batchOf([doubles, singles, padel]));
  const { dependencies } = club;
  const settle = async ({ dueOrder }: { dueOrder: number }) =>
    await rebuildSport(dependencies, { sport, total: 2, dryRun: false, dueOrder });
  const apply = async (chosen: ChosenRows, inUse: number | null = null) =>
    await applyParameters(dependencies, { sport, chosen, inUse });
  return { ...opened, dependencies, settle, apply };
}

async function countFindings(database: Database): Promise<number> {
  return (await auditRatings({ database }, { onFinding: () => {} })).findings;
}

describe.each(databases)('parameters that an operator chooses on %s', (kind) => {
  it('give exactly the ratings of a new computation of all matches, and undoing restores the earlier ratings', async () => {
    const { database, dependencies, settle, apply } = await openPlayedClub(kind);
    const ofRelease = await storedRatings(database);
    await settle(await apply(wide));
    expect(await storedRatings(database)).toEqual(await foldLedger(database, modelOfRows(wide)));
    expect(await storedRatings(database)).not.toEqual(ofRelease);
    expect(await countFindings(database)).toBe(0);
    const ofWide = await storedRatings(database);

    await settle(await apply(narrow, 1));
    expect(await storedRatings(database)).toEqual(await foldLedger(database, modelOfRows(narrow)));

    await settle(await undoParameters(dependencies, sport));
    expect(await storedRatings(database)).toEqual(ofWide);
    await settle(await undoParameters(dependencies, sport));
    expect(await storedRatings(database)).toEqual(ofRelease);
    expect(await countFindings(database)).toBe(0);
    await expect(undoParameters(dependencies, sport)).rejects.toThrow(/nothing to undo/);
  });

  it('stay in use if all ratings are rebuilt for a later model', async () => {
    const { database, dependencies, settle, apply } = await openPlayedClub(kind);
    await settle(await apply(wide));
    await setModelRevision(database, MODEL_REVISION - 1);
    await rebuildRatings(dependencies, { dryRun: false });
    expect(await storedRatings(database)).toEqual(await foldLedger(database, modelOfRows(wide)));
  });

  it('rate every batch after the settlement, and none before', async () => {
    const { database, dependencies, club, mike, sofia, apply } = await openPlayedClub(kind);
    await apply(wide);
    const report = async (identifier: string, time: string) => {
      const matchDate = `2026-09-12T${time}:00Z`;
      await handle(club, batchOf([matchOf(identifier, [[mike], [sofia]], { matchDate })]));
    };
    await report('folding', '16:00');
    expect(await storedRatings(database)).toEqual(await foldLedger(database));

    // Stopped while players wait for their ratings.
    let stopped: 'folding' | 'publishing' | undefined;
    for (let round = 0; stopped !== 'publishing'; round += 1) {
      const settling = new AbortController();
      const onDifferences = () => settling.abort();
      const sizes = { matchesPerChunk: 1, playersPerChunk: 1, matchesWhileAllWait: 0 };
      await settleSport(dependencies, sport, { signal: settling.signal, onDifferences, sizes });
      stopped = (await database.selectFrom('settlement').selectAll().executeTakeFirstOrThrow())
        .phase as typeof stopped;
      expect(round).toBeLessThan(10);
    }
    const waiting = await database.selectFrom('settlement_player').selectAll().execute();
    expect(waiting.length).toBeGreaterThan(0);
    await report('publishing', '16:40');
    await settleDue(dependencies);
    await report('after', '17:20');
    expect(await storedRatings(database)).toEqual(await foldLedger(database, modelOfRows(wide)));
    expect(await countFindings(database)).toBe(0);
  });

  it('are in use in every instance from the transaction that publishes their ratings', async () => {
    const { database, dependencies, apply } = await openPlayedClub(kind);
    const spreadInUse = async () => (await findModel(database)).parametersOf(sport, 1).startSpread;
    const ofRelease = await spreadInUse();
    await apply(wide);
    const isStopped = AbortSignal.abort();
    expect(await settleSport(dependencies, sport, { signal: isStopped })).toBe('stopped');
    expect(await spreadInUse()).toBe(ofRelease);
    // As another instance does, or this one after a crash.
    await settleDue(dependencies);
    expect(await spreadInUse()).toBe(wide.singles?.startSpread);
    expect(await storedRatings(database)).toEqual(await foldLedger(database, modelOfRows(wide)));
  });

  it('are rejected while others are being applied, and if they were compared with parameters that are no longer in use', async () => {
    const { database, dependencies, settle, apply } = await openPlayedClub(kind);
    const first = await apply(wide);
    for (const choose of [() => apply(narrow), () => undoParameters(dependencies, sport)]) {
      const refusal = choose();
      await expect(refusal).rejects.toThrow(ChoiceRefusedError);
      await expect(refusal).rejects.toThrow(/Other parameters of pickleball are being applied/);
    }
    await settle(first);
    await expect(apply(narrow)).rejects.toThrow(/changed while this fit ran.*Fit again/);
    await setModelRevision(database, MODEL_REVISION - 1);
    await expect(apply(narrow, 1)).rejects.toThrow(/ratings rebuild/);
  });

  it('are in the audit with their sport', async () => {
    const { database, dependencies, settle, apply } = await openPlayedClub(kind);
    await settle(await apply(narrow));
    await settle(await undoParameters(dependencies, sport));
    const entries = await database
      .selectFrom('audit_entry')
      .select(['actor', 'action', 'details'])
      .where('action', 'like', 'parameters.%')
      .orderBy('audit_order')
      .execute();
    expect(entries).toMatchObject([
      { actor: 'operator', action: 'parameters.applied', details: { sport, doubles: 'A test.' } },
      { actor: 'operator', action: 'parameters.undone', details: { sport, doubles: null } },
    ]);
  });

  it('set the cost of a day of absence, in the database as in the model', async () => {
    const { database, club, mike, settle, apply } = await openPlayedClub(kind);
    await settle(await apply(wide));
    const now = new Date(club.dependencies.clock().getTime() + 60 * 86_400_000);
    const asked = { bracket: 'overall-open', memberNumbers: [mike.member_number], now };
    const standing = async (of: string) =>
      (await findRatedMembers(database, { ...asked, sport: of }))[0]?.reliability;
    await database.updateTable('rating').set({ reliability: 0.9 }).execute();
    const rows = await storedRatings(database);
    for (const of of [sport, 'padel']) {
      const row = rows.find((rating) => rating.sport === of && rating.member_id === mike.id);
      const absence = {
        sport: of,
        lastPlayed: row?.last_played_at?.getTime() ?? null,
        at: now.getTime(),
      };
      const { parametersOf } = modelOfRows(wide);
      const expected = reliabilityAfterAbsence(row?.reliability ?? 0, absence, parametersOf);
      expect(await standing(of)).toBe(expected);
      expect(expected).toBeLessThan(row?.reliability ?? 0);
    }
  });

  it('explain each match, ending at the present rating', async () => {
    const { database, settle, apply } = await openPlayedClub(kind);
    await settle(await apply(wide));
    const last = await database
      .selectFrom('match')
      .select('id')
      .where('sport', '=', sport)
      .orderBy('match_date', 'desc')
      .executeTakeFirstOrThrow();
    const matches = await findLedgerMatches(database, [last.id]);
    const asked = { matchId: last.id, bracket: 'overall-open' };
    const explained = (await explainMatches(database, matches, [asked]))(asked);
    const standing = await storedRatings(database);
    for (const memberId of matches.flatMap(({ teams }) => teams.flat())) {
      const row = standing.find(
        (rating) =>
          rating.member_id === memberId &&
          rating.sport === sport &&
          rating.bracket === 'overall-open',
      );
      expect(explained?.parts.get(memberId)?.ratingAfter).toBe(row?.rating);
    }
  });

  it('are those of the release after undoing the first choice', async () => {
    const { database, settle, apply } = await openPlayedClub(kind);
    await settle(await apply(wide));
    expect(await findUndone(database, sport)).toEqual({
      ...{ singles: null, doubles: null, previous: null },
    });
  });
});

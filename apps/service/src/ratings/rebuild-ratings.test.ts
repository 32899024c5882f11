import { currentModel, MODEL_REVISION, type RatingModel } from '@partner-rating/ratings';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { batchOf, matchOf } from '../matches/testing/batches.ts';
import { listen } from '../matches/testing/club.ts';
import { foldLedger, storedRatings } from '../matches/testing/fold-ledger.ts';
import { handle, openClub } from '../matches/testing/story.ts';
import type { Database } from '../platform/database/schema.ts';
import { type DatabaseKind, databases } from '../testing/test-database.ts';
import { auditRatings } from './audit-ratings.ts';
import { describeFinding, type Finding, type RatingMove } from './domain/rating-differences.ts';
import { FIRST_POSITION } from './domain/touched-matches.ts';
import { checkModel, rebuildRatings } from './rebuild-ratings.ts';
import { defaultChunkSizes } from './settlement/pace.ts';
import { settleSport } from './settlement/settle-sport.ts';
import { insertDue } from './settlement/store/due-positions.ts';
import { ratingHistory } from './store/rating-history.ts';
import { setModelRevision } from './store/ratings.ts';
import { changeStates, memberNumber } from './testing/change-states.ts';

const rebuiltAt = new Date('2026-10-01T03:00:00Z');

/** A model in which every game counts twice and the scale has two decimals. */
const otherModel: RatingModel = {
  ...currentModel,
  weigh: (kernel, { sport, games }) =>
    currentModel.weigh(kernel, { sport, games: [...games, ...games] }),
  ratingOf: (mu) => Math.round(currentModel.ratingOf(mu) * 100) / 100,
  reliabilityOf: (sigma) => Math.round(Math.max(0, 1 - sigma / 9) * 100) / 100,
};

async function countFindings(database: Database, model = currentModel): Promise<number> {
  return (await auditRatings({ database }, { onFinding: () => {}, model })).findings;
}

async function expectFoldOfLedger(database: Database): Promise<void> {
  expect(await countFindings(database)).toBe(0);
  expect(await storedRatings(database)).toEqual(await foldLedger(database));
}

async function openPlayedClub(kind: DatabaseKind) {
  const opened = await openClub(kind);
  const { database, club, mike, sofia, doubles, singles } = opened;
  const padel = matchOf('padel', [[mike], [sofia]], { sport: 'padel' });
  await handle(club, batchOf([doubles, singles, padel]));
  await listen(database, club.submitter.applicationId);
  const dependencies = { ...club.dependencies, clock: () => rebuiltAt };
  return { ...opened, dependencies };
}

describe.each(databases)('a rebuild on %s', (kind) => {
  it('applies a changed model, and an audit by that model finds nothing', async () => {
    const { database, dependencies } = await openPlayedClub(kind);
    expect(await countFindings(database, otherModel)).toBeGreaterThan(0);
    const rebuilt = await rebuildRatings(dependencies, { dryRun: false, model: otherModel });
    expect(rebuilt).toMatchObject([
      { sport: 'padel', matches: 1, steps: 2, ratings: 4, moves: { moved: 2 } },
      { sport: 'pickleball', matches: 2, steps: 6, ratings: 18 },
    ]);
    expect(await countFindings(database, otherModel)).toBe(0);

    await rebuildRatings(dependencies, { dryRun: false });
    await expectFoldOfLedger(database);
  });

  it('leaves one version of each state, and no state of a voided match', async () => {
    const { database, dependencies, club } = await openPlayedClub(kind);
    const states = async () =>
      await database
        .selectFrom('player_state')
        .innerJoin('match', 'match.arrival', 'player_state.arrival')
        .select(['member_number', 'match.sport', 'match.id as match_id'])
        .orderBy('match.id')
        .orderBy('member_number')
        .execute();
    const before = await states();
    const voided = before[0]?.match_id ?? '';
    await database
      .insertInto('match_void')
      .values({
        match_id: voided,
        application_id: club.submitter.applicationId,
        reason: 'Inserted directly.',
        created_at: rebuiltAt,
      })
      .execute();
    await rebuildRatings(dependencies, { dryRun: false, model: otherModel });
    expect(await states()).toEqual(before.filter(({ match_id }) => match_id !== voided));
  });

  it('replaces every wrong state, but no state that a batch stores during it', async () => {
    const { database, dependencies, club, mike, priya, daniel } = await openPlayedClub(kind);
    await changeStates(database, ({ brackets, numbers }) => ({
      brackets,
      numbers: numbers.map((number) => number + 1),
    }));
    const batch = batchOf([
      // One between two new players, and one with a rated player.
      matchOf('padel-2', [[priya], [daniel]], {
        sport: 'padel',
        matchDate: '2026-09-12T16:30:00Z',
      }),
      matchOf('padel-3', [[priya], [mike]], { sport: 'padel', matchDate: '2026-09-12T16:45:00Z' }),
    ]);
    let stored: Promise<unknown> | undefined;
    await rebuildRatings(dependencies, {
      dryRun: false,
      onProgress: () => {
        stored ??= handle(club, batch);
      },
    });
    await stored;
    await expectFoldOfLedger(database);
  });

  it.each([
    ['one that replaces every state', otherModel],
    ['one that finds the others as they should be', currentModel],
  ])('takes no rating from a state that no match explains: %s', async (_, model) => {
    const { database, dependencies } = await openPlayedClub(kind);
    // They are dated after all matches. Some have an arrival among them, and some after them.
    await sql`
      insert into player_state (member_number, sport, match_date, arrival, brackets, numbers)
      select member_number, sport, match_date + interval '1 day', arrival + later, brackets, numbers
      from player_state cross join (values (0), (1000)) as arrived (later)
    `.execute(database);
    await rebuildRatings(dependencies, { dryRun: false, model });
    expect(await countFindings(database, model)).toBe(0);
  });

  it('waits in a dry run until its moves are stored, and fails if they cannot be stored', async () => {
    const { dependencies } = await openPlayedClub(kind);
    const written = rebuildRatings(dependencies, {
      dryRun: true,
      model: otherModel,
      storeMoves: async () => await Promise.reject(new Error('no space left on device')),
    });
    await expect(written).rejects.toThrow('no space left on device');
  });

  it('changes nothing if the ratings are right', async () => {
    const { database, dependencies } = await openPlayedClub(kind);
    const before = await database.selectFrom(ratingHistory).selectAll().execute();
    const rebuilt = await rebuildRatings(dependencies, { dryRun: false });
    expect(rebuilt.map(({ steps, ratings }) => steps + ratings)).toEqual([0, 0]);
    expect(await database.selectFrom(ratingHistory).selectAll().execute()).toEqual(before);
    expect(await database.selectFrom('webhook_delivery').selectAll().execute()).toEqual([]);
    expect(await database.selectFrom('audit_entry').selectAll().execute()).toEqual([]);
  });

  it('finds the same page by page while the process answers requests', async () => {
    const { database, dependencies, club, mike, sofia } = await openPlayedClub(kind);
    const day = (number: number) => new Date(Date.UTC(2026, 0, 1 + number)).toISOString();
    const many = Array.from({ length: 60 }, (_, index) =>
      matchOf(`padel ${index}`, [[mike], [sofia]], { sport: 'padel', matchDate: day(index) }),
    );
    await handle(club, batchOf(many));
    const project = async (isBesideRequests: boolean) =>
      await rebuildRatings(dependencies, { dryRun: true, model: otherModel, isBesideRequests });
    expect(await project(true)).toEqual(await project(false));
    await rebuildRatings(dependencies, { dryRun: false, isBesideRequests: true });
    await expectFoldOfLedger(database);
  });

  it('stops when it is cancelled, and a later rebuild continues from there', async () => {
    const { database, dependencies } = await openPlayedClub(kind);
    await database.updateTable('rating').set({ mu: 40 }).execute();
    const stopping = new AbortController();
    const rebuilt = rebuildRatings(dependencies, {
      dryRun: false,
      signal: stopping.signal,
      onProgress: () => stopping.abort(new Error('It was cancelled.')),
    });
    await expect(rebuilt).rejects.toThrow('It was cancelled.');
    expect(await countFindings(database)).toBeGreaterThan(0);
    await rebuildRatings(dependencies, { dryRun: false });
    await expectFoldOfLedger(database);
  });

  it('reports in a dry run what it would change, and changes nothing', async () => {
    const { database, dependencies } = await openPlayedClub(kind);
    const before = await storedRatings(database);
    const moves: RatingMove[] = [];
    const projected = await rebuildRatings(dependencies, {
      dryRun: true,
      model: otherModel,
      storeMoves: async (_, some) => void moves.push(...some),
    });
    expect(moves).toHaveLength(projected.reduce((sum, { ratings }) => sum + ratings, 0));
    const padel = moves.filter(
      ({ sport, bracket }) => sport === 'padel' && bracket === 'overall-open',
    );
    expect(projected[0]?.moves.furthest).toHaveLength(padel.length);
    expect(projected[0]?.moves.furthest).toEqual(expect.arrayContaining(padel));
    expect(await rebuildRatings(dependencies, { dryRun: true, model: otherModel })).toEqual(
      projected,
    );
    expect(await storedRatings(database)).toEqual(before);
    expect(await countFindings(database)).toBe(0);
    expect(await rebuildRatings(dependencies, { dryRun: false, model: otherModel })).toEqual(
      projected,
    );
  });

  it('fixes what an audit finds, including a rating that is missing while its state exists', async () => {
    const { database, dependencies, mike, priya, daniel } = await openPlayedClub(kind);
    await database.deleteFrom('rating').where('member_id', '=', daniel.id).execute();
    await database.updateTable('rating').set({ mu: 40 }).where('member_id', '=', mike.id).execute();
    await database.deleteFrom('rating').where('member_id', '=', priya.id).execute();
    await database
      .deleteFrom('player_state')
      .where('member_number', '=', memberNumber(priya.id))
      .execute();
    await sql`
      insert into rating
      select member_id, 'squash', bracket, mu, sigma, rating, reliability, games, updated_at
      from rating where member_id = ${mike.id} and sport = 'padel'
    `.execute(database);
    await rebuildRatings(dependencies, { dryRun: false });
    await expectFoldOfLedger(database);
  });

  it('does not accept half-published ratings of another model as its own', async () => {
    const { database, dependencies } = await openPlayedClub(kind);
    await database.transaction().execute(async (transaction) => {
      const everything = { sport: 'pickleball', ...FIRST_POSITION, memberIds: null };
      const onWhoseAccount = { matchId: null, applicationId: null };
      const position = { ...everything, ...onWhoseAccount, cause: 'rebuild' } as const;
      await insertDue(transaction, rebuiltAt, [position]);
    });
    const controller = new AbortController();
    const outcome = await settleSport(dependencies, 'pickleball', {
      model: otherModel,
      sizes: { ...defaultChunkSizes, playersPerChunk: 1 },
      signal: controller.signal,
      onDifferences: () => controller.abort(),
    });
    expect(outcome).toBe('stopped');
    await rebuildRatings(dependencies, { dryRun: false });
    await expectFoldOfLedger(database);
  });

  it('computes the ratings of a bracket that a migration added to stored matches', async () => {
    const { database, dependencies } = await openPlayedClub(kind);
    const before = await storedRatings(database);
    await database.deleteFrom('rating').where('bracket', '=', 'doubles-open').execute();
    await changeStates(database, ({ brackets, numbers }) => ({
      brackets: brackets.filter((bracket) => bracket !== 'doubles-open'),
      numbers: numbers.filter((_, index) => brackets[Math.floor(index / 5)] !== 'doubles-open'),
    }));
    const findings: string[] = [];
    const onFinding = (finding: Finding) => findings.push(describeFinding(finding));
    await auditRatings({ database }, { onFinding });
    // A state and a rating of each of the four players, and a later state of two of them.
    expect(findings).toHaveLength(10);
    for (const finding of findings) {
      expect(finding).toMatch(/doubles-open[:,] the database has nothing, the ledger gives R /);
    }

    await rebuildRatings(dependencies, { dryRun: false });
    expect(await countFindings(database)).toBe(0);
    expect(await storedRatings(database)).toEqual(before);
  });

  it('adds a correction to the history, notifies partners, and writes an audit entry', async () => {
    const { database, dependencies, priya } = await openPlayedClub(kind);
    await rebuildRatings(dependencies, { dryRun: false, model: otherModel });
    const history = await database
      .selectFrom(ratingHistory)
      .select(['cause', 'match_id', 'previous_rating', 'rating', 'changed_at'])
      .where('member_id', '=', priya.id)
      .where('bracket', '=', 'overall-open')
      .orderBy('change_order')
      .execute();
    const [standing] = await database
      .selectFrom('rating')
      .select('rating')
      .where('member_id', '=', priya.id)
      .where('bracket', '=', 'overall-open')
      .execute();
    expect(history.map(({ cause }) => cause)).toEqual(['match', 'match', 'rebuild']);
    expect(history.at(-1)).toEqual({
      cause: 'rebuild',
      match_id: null,
      previous_rating: history.at(-2)?.rating,
      rating: standing?.rating,
      changed_at: rebuiltAt,
    });
    const sent = await database.selectFrom('webhook_delivery').select('payload').execute();
    expect(sent).toHaveLength(6);
    const audit = await database.selectFrom('audit_entry').select(['action', 'details']).execute();
    expect(audit).toEqual([
      { action: 'ratings.rebuilt', details: { sport: 'padel', steps: 2, ratings: 4 } },
      { action: 'ratings.rebuilt', details: { sport: 'pickleball', steps: 6, ratings: 18 } },
    ]);
  });

  it('gives the same ratings as some serial order with the batches that arrive during it', async () => {
    const { database, club, dependencies, priya, daniel } = await openPlayedClub(kind);
    await database.updateTable('rating').set({ mu: 40 }).execute();
    await Promise.all([
      rebuildRatings(dependencies, { dryRun: false }),
      ...Array.from({ length: 6 }, (_, index) =>
        handle(club, batchOf([matchOf(`meanwhile-${index}`, [[priya], [daniel]])])),
      ),
    ]);
    // A batch before the rebuild started from wrong ratings, and the rebuild fixed its results too.
    expect(await countFindings(database)).toBe(0);
  });
});

describe.each(databases)('an instance that starts on %s', (kind) => {
  it('logs nothing if its ratings follow from the model in use', async () => {
    const { database, club, singles } = await openClub(kind);
    const log = { warn: vi.fn() };
    await checkModel(database, log);
    await handle(club, batchOf([singles]));
    await checkModel(database, log);
    expect(log.warn).not.toHaveBeenCalled();
  });

  it('warns about ratings of an earlier model until they are rebuilt', async () => {
    const { database, club, singles } = await openClub(kind);
    await handle(club, batchOf([singles]));
    await setModelRevision(database, MODEL_REVISION - 1);
    const log = { warn: vi.fn() };
    await checkModel(database, log);
    expect(log.warn).toHaveBeenCalledTimes(1);
    expect(log.warn.mock.calls[0]?.[1]).toContain('operator ratings rebuild --dry-run');

    await rebuildRatings(club.dependencies, { dryRun: true });
    await checkModel(database, log);
    expect(log.warn).toHaveBeenCalledTimes(2);
    await rebuildRatings(club.dependencies, { dryRun: false });
    await checkModel(database, log);
    expect(log.warn).toHaveBeenCalledTimes(2);
  });

  it('warns about ratings of a later model, which an older release should not rebuild', async () => {
    const { database, club, singles } = await openClub(kind);
    await handle(club, batchOf([singles]));
    await setModelRevision(database, MODEL_REVISION + 1);
    const log = { warn: vi.fn() };
    await checkModel(database, log);
    expect(log.warn).toHaveBeenCalledExactlyOnceWith(
      { revision: MODEL_REVISION + 1, current: MODEL_REVISION },
      expect.stringContaining('Upgrade this instance, and do not rebuild with it'),
    );
  });
});

import { describe, expect, it, vi } from 'vitest';
import { batchOf } from '../matches/testing/batches.ts';
import { handle, openClub } from '../matches/testing/story.ts';
import { databases } from '../testing/test-database.ts';
import { checkModel } from './check-model.ts';
import { MODEL_REVISION } from './domain/rating-model.ts';
import { rebuildRatings } from './rebuild-ratings.ts';
import { setModelRevision } from './store/rating-model.ts';

describe.each(databases)('an instance that starts on %s', (kind) => {
  it('says nothing where its ratings are of the model in use', async () => {
    const { database, club, singles } = await openClub(kind);
    const log = { warn: vi.fn() };
    await checkModel(database, log);
    await handle(club, batchOf([singles]));
    await checkModel(database, log);
    expect(log.warn).not.toHaveBeenCalled();
  });

  it('warns of ratings of an earlier model until they are rebuilt', async () => {
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

  it('warns of ratings of a later model, which an older release should not rebuild', async () => {
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

import type { Logger } from 'pino';
import type { Database } from '../platform/database/schema.ts';
import { MODEL_REVISION } from './domain/rating-model.ts';
import { findModelRevision } from './store/rating-model.ts';

/** Warns where the ratings follow from another model than the one that matches are rated with. */
export async function checkModel(database: Database, log: Pick<Logger, 'warn'>): Promise<void> {
  const revision = await findModelRevision(database, MODEL_REVISION);
  if (revision === MODEL_REVISION) return;
  log.warn({ revision, current: MODEL_REVISION }, revision > MODEL_REVISION ? LATER : EARLIER);
}

const EARLIER =
  'The ratings follow from an earlier model than new matches are rated with. ' +
  'Late results and corrections wait until they are rebuilt: ' +
  '`operator ratings rebuild --dry-run` says who would move how far, `operator ratings rebuild` does it.';
const LATER =
  'The ratings follow from a later model than this release rates new matches with. ' +
  'Upgrade this instance, and do not rebuild with it: that would take the ratings back to its model.';

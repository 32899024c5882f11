import { lossPerDay, MODEL_REVISION } from '@partner-rating/ratings';
import { type AuditAction, recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';
import { modelWith } from '../../ratings/model-in-use.ts';
import { insertRebuild } from '../../ratings/rebuild-ratings.ts';
import { findModelRevision, lockRatingsExclusive } from '../../ratings/store/ratings.ts';
import {
  type ChosenRows,
  findChoices,
  insertChoice,
  type ParameterChoice,
} from '../../ratings/store/sport-parameters.ts';

/** Thrown if parameters cannot be chosen. The message says why. */
export class ChoiceRefusedError extends Error {
  override name = 'ChoiceRefusedError';
}

/** A choice of an operator. A settlement, which computes the ratings of everybody again, puts the choice into use. */
interface Chosen {
  /** Identifies the settlement that must follow. */
  dueOrder: number;
}

/**
 * Chooses parameters for a sport, and marks all ratings of the sport as due. A settlement then rates everybody by the new
 * parameters. They are in use from the transaction that publishes these ratings.
 * @param inUse The choice that the new one was compared with.
 * @throws ChoiceRefusedError
 */
export async function applyParameters(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { sport, chosen, inUse }: { sport: string; chosen: ChosenRows; inUse: number | null },
): Promise<Chosen> {
  return await database.transaction().execute(async (transaction) => {
    const current = await lockChoice(transaction, sport);
    if ((current?.number ?? null) !== inUse) {
      throw new ChoiceRefusedError(
        `The parameters of ${sport} were changed while this fit ran. Nothing was applied. Fit again.`,
      );
    }
    const choice = { ...chosen, previous: inUse };
    return await choose(transaction, { sport, choice, action: 'parameters.applied', now: clock() });
  });
}

/**
 * Undoes the last choice of an operator, in the same way.
 * @throws ChoiceRefusedError
 */
export async function undoParameters(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  sport: string,
): Promise<Chosen> {
  return await database.transaction().execute(async (transaction) => {
    await lockChoice(transaction, sport);
    const choice = await findUndone(transaction, sport);
    return await choose(transaction, { sport, choice, action: 'parameters.undone', now: clock() });
  });
}

/** The parameters that are in use again after the last choice of a sport is undone. */
export type UndoneChoice = Pick<ParameterChoice, 'singles' | 'doubles' | 'previous'>;

/** @throws ChoiceRefusedError if no choice is in use. */
export async function findUndone(database: Database, sport: string): Promise<UndoneChoice> {
  const choices = await findChoices(database, sport);
  const current = choices.find(({ usedSince }) => usedSince !== null);
  if (current === undefined || isOfRelease(current)) {
    throw new ChoiceRefusedError(
      `The parameters of ${sport} are those of this release, so there is nothing to undo.`,
    );
  }
  const { previous } = current;
  const before = choices.find(({ number }) => number === previous);
  return before ?? { singles: null, doubles: null, previous: null };
}

const isOfRelease = ({ singles, doubles, previous }: UndoneChoice) =>
  singles === null && doubles === null && previous === null;

/** Locks rating and choosing until the transaction ends. Returns the choice in use. */
async function lockChoice(
  transaction: DatabaseTransaction,
  sport: string,
): Promise<ParameterChoice | undefined> {
  await lockRatingsExclusive(transaction, [sport]);
  if ((await findModelRevision(transaction, MODEL_REVISION)) !== MODEL_REVISION) {
    throw new ChoiceRefusedError(
      'The ratings follow from another release of the model. Run `operator ratings rebuild` first.',
    );
  }
  const choices = await findChoices(transaction, sport);
  const waiting = choices.find(({ usedSince }) => usedSince === null);
  if (waiting !== undefined) {
    throw new ChoiceRefusedError(
      `Other parameters of ${sport} are being applied since ${waiting.createdAt.toISOString()}. The service continues ` +
        'with them by itself; `operator ratings rebuild` continues at once and says when they are in use.',
    );
  }
  return choices[0];
}

async function choose(
  transaction: DatabaseTransaction,
  {
    sport,
    choice: { singles, doubles, previous },
    action,
    now,
  }: { sport: string; choice: UndoneChoice; action: AuditAction; now: Date },
): Promise<Chosen> {
  const { parametersOf } = modelWith([{ sport, singles, doubles }]);
  const number = await insertChoice(transaction, {
    ...{ sport, singles, doubles, previous, createdAt: now },
    lossPerDay: singles === null ? null : lossPerDay(sport, parametersOf),
  });
  await recordAudit(transaction, {
    occurredAt: now,
    actor: 'operator',
    action,
    applicationId: null,
    memberId: null,
    details: { sport, number, singles: singles?.source ?? null, doubles: doubles?.source ?? null },
  });
  return { dueOrder: await insertRebuild(transaction, sport, now) };
}

import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { markDue } from '../ratings/settlement/mark-due.ts';
import type { Due } from '../ratings/settlement/settle-now.ts';
import { recordResponses } from './record-responses.ts';
import type { Unconfirmed } from './store/responses.ts';

export interface Confirmations {
  /** None of them rated or voided. */
  participations: readonly Unconfirmed[];
  /** The application that reported the matches too; null where the players confirm them. */
  applicationId: string | null;
  now: Date;
}

/**
 * Has results move their players, as if they had agreed from the start. The transaction must hold the
 * ratings of the sports (`lockRatingsExclusive`).
 * @returns what is to be settled.
 */
export async function confirmParticipations(
  transaction: DatabaseTransaction,
  dependencies: Pick<Dependencies, 'configuration'>,
  { participations, applicationId, now }: Confirmations,
): Promise<Due[]> {
  if (participations.length === 0) return [];
  const response = { response: 'confirmed', applicationId, createdAt: now } as const;
  await recordResponses(transaction, dependencies, response, participations);
  const positions = [...Map.groupBy(participations, ({ matchId }) => matchId).values()].map(
    positionOf,
  );
  return await markDue(
    transaction,
    now,
    positions.map((position) => ({ ...position, cause: 'confirmation', applicationId })),
  );
}

function positionOf(ofMatch: readonly Unconfirmed[]) {
  const [first] = ofMatch;
  if (first === undefined) throw new Error('A group has one member at least.');
  const { sport, matchId, matchDate, arrival } = first;
  const memberIds = ofMatch.map(({ memberId }) => memberId);
  return { sport, matchId, matchDate, arrival, memberIds };
}

import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { correctRatings } from '../ratings/correct-ratings.ts';
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
 * Has results move their players, as if they had agreed from the start, in one correction for each
 * sport. The transaction must hold the ratings of the sports (`lockRatingsExclusive`).
 */
export async function confirmParticipations(
  transaction: DatabaseTransaction,
  dependencies: Pick<Dependencies, 'configuration'>,
  { participations, applicationId, now }: Confirmations,
): Promise<void> {
  if (participations.length === 0) return;
  const response = { response: 'confirmed', applicationId, createdAt: now } as const;
  await recordResponses(transaction, dependencies, response, participations);
  for (const [sport, ofSport] of Map.groupBy(participations, (one) => one.sport)) {
    const matches = new Map(ofSport.map((one) => [one.matchId, one]));
    const [only] = [...matches.values()];
    await correctRatings(transaction, dependencies, {
      sport,
      from: {
        arrival: Math.min(...ofSport.map(({ arrival }) => arrival)),
        memberIds: [...new Set(ofSport.map(({ memberId }) => memberId))],
      },
      cause: 'confirmation',
      match: only === undefined || matches.size > 1 ? null : { ...only, id: only.matchId },
      changedAt: now,
    });
  }
}

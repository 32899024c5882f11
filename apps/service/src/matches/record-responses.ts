import type { Schemas } from '@partner-rating/server';
import { isKnown } from '../members/domain/visibility.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { type Due, markDue } from '../ratings/settlement/settle-now.ts';
import { type NewEvent, writeEvents } from '../webhooks/outbox.ts';
import {
  type Answered,
  findAnswered,
  insertResponses,
  type NewResponses,
  type Participation,
  type ResultResponse,
  type Unconfirmed,
} from './store/responses.ts';

/** An answer of which the application hears. */
interface AnswerToReport extends NewResponses {
  response: Exclude<ResultResponse, 'distinct'>;
}

/**
 * Records what was answered to results, and writes an event of each for the application that submitted
 * the match.
 */
export async function recordResponses(
  transaction: DatabaseTransaction,
  { configuration }: Pick<Dependencies, 'configuration'>,
  response: AnswerToReport,
  participations: readonly Pick<Participation, 'matchId' | 'participantId' | 'memberId'>[],
): Promise<void> {
  await insertResponses(transaction, response, participations);
  const answered = await findAnswered(transaction, participations);
  await writeEvents(
    transaction,
    response.createdAt,
    answered.map((one) => answerEvent(one, response)),
    configuration.webhookRetrySchedule,
  );
}

function answerEvent(answered: Answered, { response, createdAt }: AnswerToReport): NewEvent {
  const { applicationId, matchId, identifier, team, position, ...player } = answered;
  const { id, memberNumber, displayName } = player;
  const data: Schemas.MatchAnswer = {
    matchId,
    identifier,
    team,
    position,
    ...(isKnown(player) && { memberId: memberNumber, id, displayName }),
    answer: response,
    answeredAt: createdAt.toISOString(),
  };
  // A denial is an objection to the result, as a dispute is.
  const type = response === 'confirmed' ? 'match.confirmed' : 'match.disputed';
  return { type, applicationId, memberId: id, data };
}

interface Confirmations {
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

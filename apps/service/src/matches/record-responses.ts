// Stores the answers of players to results, and the events about them.

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

/** An answer that the application gets an event about. */
interface AnswerToReport extends NewResponses {
  response: Exclude<ResultResponse, 'distinct'>;
}

/**
 * Stores answers to results, and an event for the application that submitted each match. The transaction must prevent
 * erasures of the players, because the events contain their names.
 */
export async function recordResponses(
  transaction: DatabaseTransaction,
  { configuration }: Pick<Dependencies, 'configuration'>,
  response: AnswerToReport,
  participations: readonly Pick<Participation, 'matchId' | 'participantNumber' | 'memberId'>[],
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

function answerEvent(
  answered: Answered,
  { response, createdAt, reason }: AnswerToReport,
): NewEvent {
  const { applicationId, matchId, identifier, team, position, ...player } = answered;
  const { id, memberNumber, displayName } = player;
  const data: Schemas.MatchAnswer = {
    matchId,
    identifier,
    team,
    position,
    ...(isKnown(player) && { memberId: memberNumber, id, displayName }),
    answer: response,
    ...(reason !== undefined && { answerReason: reason }),
    answeredAt: createdAt.toISOString(),
  };
  const type = response === 'confirmed' ? 'match.confirmed' : 'match.disputed';
  return { type, applicationId, memberId: id, data };
}

interface Confirmations {
  /** Players in matches that do not move their rating and are not void. */
  participations: readonly Unconfirmed[];
  /** The application that confirms the results by sending its reports again. Null if the players confirm them. */
  applicationId: string | null;
  now: Date;
}

/**
 * Makes results move the ratings of their players, as if the players had agreed from the start. The transaction must hold the
 * exclusive lock of the sports, and prevent erasures of the players.
 * @returns what must be settled.
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
  if (first === undefined) throw new Error('A group has at least one member.');
  const { sport, matchId, matchDate, arrival } = first;
  const memberIds = ofMatch.map(({ memberId }) => memberId);
  return { sport, matchId, matchDate, arrival, memberIds };
}

import type { Schemas } from '@partner-rating/server';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { isKnown } from '../players/domain/visibility.ts';
import { type NewEvent, writeEvents } from '../webhooks/outbox.ts';
import { type Answered, findAnswered } from './store/answered.ts';
import {
  insertResponses,
  type NewResponses,
  type Participation,
  type ResultResponse,
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

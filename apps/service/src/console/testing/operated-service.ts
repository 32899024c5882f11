import { reportResult } from '../../account/testing/matches.ts';
import type { ConnectFlow } from '../../connect/testing/connect-flow.ts';
import { disputeResult } from '../../matches/answer-result.ts';
import { insertEndpoint } from '../../testing/builders.ts';
import { insertDueDeliveries } from '../../webhooks/testing/fixtures.ts';

/** Creates a failed delivery, and a match that a player disputes. */
export async function openBusyDay(
  flow: ConnectFlow,
): Promise<{ deliveryId: string; matchId: string }> {
  const { database, dependencies, partner, player } = flow;
  const url = 'https://courtside.example/hooks';
  await insertEndpoint(database, partner.applicationId, { url });
  const now = dependencies.clock();
  const [deliveryId = ''] = await insertDueDeliveries(database, partner.applicationId, 1, {
    status: 'failed',
    attempts: 10,
    status_code: 500,
    error_message: 'The endpoint answered 500.',
    response_body: 'out of order',
    created_at: now,
    next_attempt_at: null,
    completed_at: now,
  });
  const matchId = await reportResult(flow, { trusted: true });
  await disputeResult(dependencies, { memberId: player.memberId, matchId });
  return { deliveryId, matchId };
}

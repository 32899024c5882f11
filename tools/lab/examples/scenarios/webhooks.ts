import type {
  DeliveryId,
  EndpointId,
  PartnerRatingClient,
  WebhookEndpointInput,
  WebhookReplayInput,
} from '@partner-rating/client';
import { MAX_ENDPOINTS } from '@partner-rating/service/src/webhooks/domain/endpoint-address.ts';
import { callback, codeFor, disconnect } from '../connecting.ts';
import type { Actors } from '../people.ts';
import { people, rivals } from '../people.ts';
import { answering, hangingUp } from '../receiver.ts';
import type { Recorder } from '../recorder.ts';
import { recordRefusedPrediction } from './predictions.ts';

const { sofia } = people;

/** Courtside Club creates a webhook endpoint and tests it. */
export async function recordEndpoint(recorder: Recorder, { club }: Actors): Promise<void> {
  const { webhooks } = club;
  recorder.advanceTo('2026-09-12T13:40:00Z');
  await recorder.record('webhooks.listEndpoints-none', webhooks.listEndpoints());
  await recorder.record('webhooks.listDeliveries-empty', webhooks.listDeliveries());
  await recorder.exchange(club, 'webhooks.createEndpoint', '-first');
  await recorder.record('webhooks.getEndpoint', webhooks.getEndpoint(firstEndpoint(recorder)));
  recorder.advanceTo('2026-09-12T13:41:20Z');
  await recorder.exchange(club, 'matches.testWebhook');
  await recorder.recordEvent('events.webhookTest', 'webhook.test');
}

/** Sofia shares less, and the receiver fails. */
export async function recordOutage(
  recorder: Recorder,
  { club, league, apiKey }: Actors,
): Promise<void> {
  const { webhooks } = club;
  const { receiver, deliver } = recorder.environment;
  recorder.advanceTo('2026-09-14T08:55:02Z');
  const code = await codeFor(recorder, sofia, [
    'user:profile:read',
    'user:match:submit',
    'user:webhook:subscribe',
  ]);
  await recorder.record(
    'oauth.exchangeToken-without-ratings',
    club.oauth.exchangeToken({ code, redirect_uri: callback }),
  );
  recorder.advanceTo('2026-09-14T08:55:03Z');
  await deliver();
  await recorder.recordEvent('events.connectionCreated-other-scopes', 'connection.created');
  await recorder.record('members.get-without-ratings', club.members.get(sofia.id));
  await recordRefusedPrediction(recorder, club);

  receiver.behave(answering(503, 'upstream is restarting'));
  recorder.advanceTo('2026-09-14T09:12:40Z');
  await league.matches.submit(padelMorning);
  recorder.advanceTo('2026-09-14T09:12:41Z');
  await deliver();
  await recorder.recordEvent('events.ratingUpdated-without-ratings', 'rating.updated');
  const since = '2026-09-14T09:00:00Z';
  await recorder.record(
    'members.listRatingUpdates-without-ratings',
    club.members.listRatingUpdates({ since }),
  );
  await recorder.record(
    'members.listRatingUpdates-none',
    club.members.listRatingUpdates({ since: '2026-09-14T09:12:41Z' }),
  );

  recorder.advanceTo('2026-09-14T09:12:46Z');
  await deliver();
  await recorder.record('webhooks.listDeliveries', webhooks.listDeliveries({ limit: 2 }));
  const { total } = await webhooks.listDeliveries({ limit: 1 });
  await recorder.record(
    'webhooks.listDeliveries-last-page',
    webhooks.listDeliveries({ offset: total - 3, limit: 3 }),
  );
  recorder.advanceTo('2026-09-14T09:17:46Z');
  await deliver();
  await recordForgottenEvent(recorder, apiKey);
  await recordDisabledEndpoint(recorder, webhooks);
}

/** The receiver answers 410, so the service disables the endpoint. */
async function recordDisabledEndpoint(
  recorder: Recorder,
  webhooks: Actors['club']['webhooks'],
): Promise<void> {
  const { receiver, deliver } = recorder.environment;
  recorder.advanceTo('2026-09-14T09:47:30Z');
  await recorder.record('webhooks.redeliver-sooner', webhooks.redeliver(deliveryToSofia(recorder)));
  receiver.behave(answering(410));
  recorder.advanceTo('2026-09-14T09:47:50Z');
  await deliver();
  await recorder.record(
    'webhooks.listDeliveries-failed',
    webhooks.listDeliveries({ status: 'failed' }),
  );
  await recorder.record(
    'webhooks.getEndpoint-disabled',
    webhooks.getEndpoint(firstEndpoint(recorder)),
  );
  await recorder.recordRefusal(
    'error-endpoint_disabled',
    webhooks.redeliver(deliveryToSofia(recorder)),
  );
}

/** Shows the event about Sofia if she disconnected before it was delivered. */
async function recordForgottenEvent(recorder: Recorder, apiKey: string): Promise<void> {
  await recorder.fork(async (fork) => {
    fork.advanceTo('2026-09-14T09:47:50Z');
    await disconnect(fork, sofia);
    await fork.environment.deliver();
    await fork.record(
      'webhooks.listDeliveries-forgotten',
      fork.client(apiKey).webhooks.listDeliveries({ event: 'rating.updated', status: 'failed' }),
    );
  });
}

const padelMorning = {
  sport: 'padel',
  winScore: 6,
  winBy: 2,
  matches: [
    {
      identifier: 'padel-morning-1',
      matchDate: '2026-09-14T07:00:00Z',
      teams: [
        [sofia.id, rivals.grace],
        [rivals.ivy, '10604'],
      ],
      games: [{ scores: [6, 2] }, { scores: [6, 4] }],
    },
  ],
};

function firstEndpoint(recorder: Recorder): EndpointId {
  return recorder.toService('whe_01k4yh1w3e7r2t6y9p4q8s5d0a');
}

function deliveryToSofia(recorder: Recorder): DeliveryId {
  return recorder.toService('whd_01k5384m2n6q0t4w8y1b5d9f3h');
}

/** The receiver works again, with another address and other secrets. */
export async function recordRecovery(recorder: Recorder, { club, apiKey }: Actors): Promise<void> {
  const { webhooks, matches } = club;
  const { receiver } = recorder.environment;
  const first = firstEndpoint(recorder);
  receiver.behave(answering(204));
  recorder.advanceTo('2026-09-14T10:05:00Z');
  await recorder.record(
    'webhooks.updateEndpoint-enabled-again',
    webhooks.updateEndpoint(first, recorder.request('webhooks.createEndpoint-request-first')),
  );
  await recorder.fork(async (fork) => {
    const { webhooks: replaying } = fork.client(apiKey);
    const outage = fork.request<WebhookReplayInput>('webhooks.replay-request');
    await fork.record('webhooks.replay', replaying.replay(outage));
    await fork.record('webhooks.replay-nothing', replaying.replay(outage));
    await replaying.replay(fork.request('webhooks.replay-request-ratings'));
  });
  recorder.advanceTo('2026-09-14T10:06:00Z');
  await recorder.record('webhooks.redeliver', webhooks.redeliver(deliveryToSofia(recorder)));
  recorder.advanceTo('2026-09-14T10:10:00Z');
  await recorder.record('webhooks.rotateSecret', webhooks.rotateSecret(first));

  recorder.advanceTo('2026-09-14T10:20:05Z');
  const elsewhere = recorder.request<{ webhookUrl: string }>('matches.testWebhook-request-address');
  receiver.behave(answering(401, '{"error":"signature does not fit"}'));
  await recorder.record('matches.testWebhook-refused', matches.testWebhook(elsewhere));
  await recorder.recordEvent('events.webhookTest-before-setting', 'webhook.test');
  receiver.behave(hangingUp);
  await recorder.record('matches.testWebhook-no-answer', matches.testWebhook(elsewhere));
  receiver.behave(answering(204));

  recorder.advanceTo('2026-09-14T10:30:00Z');
  await recorder.record(
    'webhooks.updateEndpoint-moved',
    webhooks.updateEndpoint(first, recorder.request('webhooks.updateEndpoint-request-moved')),
  );
  recorder.advanceTo('2026-09-14T10:31:00Z');
  const toMike = recorder.toService<DeliveryId>('whd_01k4yh2ce1k9g5t7p3m0s8d6ya');
  await recorder.record('webhooks.redeliver-after-success', webhooks.redeliver(toMike));
  recorder.advanceTo('2026-09-14T11:10:00Z');
  await recorder.record('webhooks.rotateSecret-again', webhooks.rotateSecret(first));
  await recorder.environment.deliver();
  await recordFurtherEndpoints(recorder, club);
}

/** A second system of the club has its own endpoints for a while. */
async function recordFurtherEndpoints(
  recorder: Recorder,
  club: PartnerRatingClient,
): Promise<void> {
  const { webhooks } = club;
  const request = (name: string) => recorder.request<WebhookEndpointInput>(name);
  recorder.advanceTo('2026-09-14T11:20:00Z');
  await recorder.exchange(club, 'webhooks.createEndpoint');
  await recorder.exchange(club, 'webhooks.createEndpoint', '-all-events');
  await recorder.record('webhooks.listEndpoints', webhooks.listEndpoints());
  const ofRatings = recorder.toService<EndpointId>('whe_01k53d9q4n8b2v6c1x7z5m0k3h');

  const moved = request('webhooks.updateEndpoint-request');
  recorder.advanceTo('2026-09-14T11:21:00Z');
  await recorder.record('webhooks.updateEndpoint', webhooks.updateEndpoint(ofRatings, moved));
  recorder.advanceTo('2026-09-14T11:22:00Z');
  await recorder.record('webhooks.updateEndpoint-same', webhooks.updateEndpoint(ofRatings, moved));

  await recorder.recordRefusal(
    'error-changed_meanwhile',
    webhooks.updateEndpoint(
      ofRatings,
      { ...moved, url: 'https://courtside.example/hooks/other' },
      { ifMatch: '"of-another-version"' },
    ),
  );

  for (let further = 3; further < MAX_ENDPOINTS; further += 1) {
    await webhooks.createEndpoint(request('webhooks.createEndpoint-request-all-events'));
  }
  await recorder.recordRefusal(
    'error-too_many_endpoints',
    webhooks.createEndpoint(request('webhooks.createEndpoint-request-all-events')),
  );
  const { endpoints } = await webhooks.listEndpoints();
  for (const { id } of endpoints.slice(1)) await webhooks.deleteEndpoint(id);
}

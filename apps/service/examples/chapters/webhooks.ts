import type { Cast } from '../cast.ts';
import { callback, codeFor } from '../connecting.ts';
import { people, rivals } from '../people.ts';
import { answering, hangingUp } from '../receiver.ts';
import type { Telling } from '../telling.ts';

const { sofia } = people;

/** Courtside Club sets where events are sent, and tries it. */
export async function tellEndpoint(telling: Telling, { club }: Cast): Promise<void> {
  const { webhooks } = club;
  telling.at('2026-09-12T13:40:00Z');
  await telling.tell('webhooks.listDeliveries-empty', webhooks.listDeliveries());
  await telling.tell(
    'webhooks.setEndpoint-made-some-events',
    webhooks.setEndpoint(telling.request('webhooks.setEndpoint-request-some-events')),
  );
  await webhooks.deleteEndpoint();
  await telling.tell(
    'webhooks.setEndpoint-made',
    webhooks.setEndpoint(telling.request('webhooks.setEndpoint-request')),
  );
  await telling.tell('webhooks.getEndpoint', webhooks.getEndpoint());
  telling.at('2026-09-12T13:41:20Z');
  await telling.tell(
    'matches.testWebhook',
    club.matches.testWebhook(telling.request('matches.testWebhook-request')),
  );
  await telling.tellEvent('events.webhookTest', 'webhook.test');
}

/** Sofia shares less from now on, and the receiver is in trouble. */
export async function tellTrouble(telling: Telling, { club, league }: Cast): Promise<void> {
  const { webhooks } = club;
  const { receiver, deliver } = telling.stage;
  telling.at('2026-09-14T08:55:02Z');
  const code = await codeFor(telling, sofia, [
    'user:profile:read',
    'user:match:submit',
    'user:webhook:subscribe',
  ]);
  await telling.tell(
    'oauth.exchangeToken-without-ratings',
    club.oauth.exchangeToken({ code, redirect_uri: callback }),
  );
  telling.at('2026-09-14T08:55:03Z');
  await deliver();
  await telling.tellEvent('events.connectionCreated-other-scopes', 'connection.created');
  await telling.tell('members.get-without-ratings', club.members.get({ memberId: sofia.id }));

  receiver.behave(answering(503, 'upstream is restarting'));
  telling.at('2026-09-14T09:12:40Z');
  await league.matches.submit(padelMorning);
  telling.at('2026-09-14T09:12:41Z');
  await deliver();
  await telling.tellEvent('events.ratingUpdated-without-ratings', 'rating.updated');
  const since = '2026-09-14T09:00:00Z';
  await telling.tell(
    'members.listRatingUpdates-without-ratings',
    club.members.listRatingUpdates({ since }),
  );
  await telling.tell(
    'members.listRatingUpdates-none',
    club.members.listRatingUpdates({ since: '2026-09-14T09:12:41Z' }),
  );

  telling.at('2026-09-14T09:12:46Z');
  await deliver();
  await telling.tell('webhooks.listDeliveries', webhooks.listDeliveries({ limit: 2 }));
  const { total } = await webhooks.listDeliveries({ limit: 1 });
  await telling.tell(
    'webhooks.listDeliveries-last-page',
    webhooks.listDeliveries({ offset: total - 3, limit: 3 }),
  );
  telling.at('2026-09-14T09:17:46Z');
  await deliver();
  telling.at('2026-09-14T09:47:30Z');
  await telling.tell('webhooks.redeliver-sooner', webhooks.redeliver(deliveryToSofia(telling)));

  receiver.behave(answering(410));
  telling.at('2026-09-14T09:47:50Z');
  await deliver();
  await telling.tell(
    'webhooks.listDeliveries-failed',
    webhooks.listDeliveries({ status: 'failed' }),
  );
  await telling.tell('webhooks.getEndpoint-disabled', webhooks.getEndpoint());
  await telling.tellRefusal(
    'error-endpoint_disabled',
    webhooks.redeliver(deliveryToSofia(telling)),
  );
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

function deliveryToSofia(telling: Telling): string {
  return telling.named('whd_01k5384m2n6q0t4w8y1b5d9f3h');
}

/** The receiver works again, at another address and with other secrets. */
export async function tellRecovery(telling: Telling, { club }: Cast): Promise<void> {
  const { webhooks, matches } = club;
  const { receiver } = telling.stage;
  receiver.behave(answering(204));
  telling.at('2026-09-14T10:05:00Z');
  await telling.tell(
    'webhooks.setEndpoint-enabled-again',
    webhooks.setEndpoint(telling.named({ url: 'https://courtside.example/hooks/ratings' })),
  );
  telling.at('2026-09-14T10:06:00Z');
  await telling.tell('webhooks.redeliver', webhooks.redeliver(deliveryToSofia(telling)));
  telling.at('2026-09-14T10:10:00Z');
  await telling.tell('webhooks.rotateSecret', webhooks.rotateSecret());

  telling.at('2026-09-14T10:20:05Z');
  const elsewhere = telling.request<{ webhookUrl: string }>('matches.testWebhook-request-address');
  receiver.behave(answering(401, '{"error":"signature does not fit"}'));
  await telling.tell('matches.testWebhook-refused', matches.testWebhook(elsewhere));
  await telling.tellEvent('events.webhookTest-before-setting', 'webhook.test');
  receiver.behave(hangingUp);
  await telling.tell('matches.testWebhook-no-answer', matches.testWebhook(elsewhere));
  receiver.behave(answering(204));

  telling.at('2026-09-14T10:30:00Z');
  await telling.tell(
    'webhooks.setEndpoint',
    webhooks.setEndpoint(telling.request('webhooks.setEndpoint-request-moved')),
  );
  telling.at('2026-09-14T10:31:00Z');
  const toMike = telling.named<string>('whd_01k4yh2ce1k9g5t7p3m0s8d6ya');
  await telling.tell('webhooks.redeliver-after-success', webhooks.redeliver(toMike));
  telling.at('2026-09-14T11:10:00Z');
  await telling.tell('webhooks.rotateSecret-again', webhooks.rotateSecret());
  await telling.stage.deliver();
}

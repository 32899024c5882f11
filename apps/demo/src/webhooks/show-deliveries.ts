import type { WebhookDelivery } from '@partner-rating/client';
import type { FastifyPluginAsync } from 'fastify';
import type { Club } from '../club.ts';
import { formatTime } from '../pages/format.ts';
import { render } from '../pages/render.ts';
import { sendPage } from '../pages/send-page.ts';
import { eventSentence } from './event-view.ts';

const SHOWN = 12;

/** `GET /deliveries`: the service's own log of what it sent here, with what each event carried. */
export function showDeliveries({ client, sessions, registration }: Club): FastifyPluginAsync {
  return async (app) => {
    app.get('/deliveries', async (request, reply) => {
      if (!sessions.find(request)?.player) return reply.redirect('/', 303);
      const { deliveries, total } = await client.webhooks.listDeliveries({ limit: SHOWN });
      return sendPage(
        reply,
        render('deliveries', {
          title: 'Webhook deliveries',
          here: '/deliveries',
          deliveries: deliveries.map(deliveryView),
          total,
          webhookWarnings: await registration.ensure(),
        }),
      );
    });
  };
}

// What a retry is due to is in `errorMessage`; an attempt that succeeded has none.
function deliveryView(delivery: WebhookDelivery) {
  const { id, event, status, statusCode, attempts, errorMessage, createdAt, payload } = delivery;
  return {
    id,
    event,
    sentence: payload === null ? 'Forgotten' : eventSentence(payload),
    status,
    answer: statusCode === null ? (errorMessage ?? 'no answer yet') : `answered ${statusCode}`,
    attempts: attempts === 1 ? '1 attempt' : `${attempts} attempts`,
    createdAt,
    time: formatTime(new Date(createdAt)),
    // Null where it was forgotten, because the player withdrew before it arrived.
    payload: payload === null ? null : JSON.stringify(payload, null, 2),
  };
}

import { PassThrough } from 'node:stream';
import type { WebhookDelivery } from '@partner-rating/client';
import { verifyWebhook, WebhookVerificationError } from '@partner-rating/client/webhooks';
import type { FastifyPluginAsync } from 'fastify';
import type { Club } from '../club.ts';
import { formatRating, formatTime } from '../pages/format.ts';
import { render, sendPage } from '../pages/render.ts';
import { eventSentence, eventView, type ReceivedEvent } from './received-events.ts';

/** `POST /hooks`: receives the events of the service. */
export function receive({ events, registration, clock, warn }: Club): FastifyPluginAsync {
  return async (app) => {
    // The signature covers the raw bytes, so no parser may read them first.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );

    app.post('/hooks', async (request, reply) => {
      const secret = registration.secret();
      // Without the secret, the event cannot be verified. The service sends it again later.
      if (secret === null) return reply.code(503).send();
      const headers = webhookHeaders(request.headers);
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      try {
        const { id, event } = await verifyWebhook({ headers, body }, { secret, clock });
        events.add({ id, receivedAt: clock(), event, headers, body: body.toString('utf8') });
      } catch (error) {
        if (!(error instanceof WebhookVerificationError)) throw error;
        warn(`A webhook was refused: ${error.message}`);
        return reply.code(401).send();
      }
      return reply.code(204).send();
    });
  };
}

/** The header fields of an event that a page shows. */
function webhookHeaders(headers: Record<string, unknown>): Record<string, string> {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  return Object.fromEntries(
    names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
  );
}

/**
 * `GET /live`: sends webhooks as server-sent events, as soon as they arrive. A page opens one `EventSource`. After an
 * interruption, the browser opens it again, with the id of the last event that it received.
 */
export function streamEvents({ events, sessions }: Club): FastifyPluginAsync {
  return async (app) => {
    const open = new Set<PassThrough>();
    // A stream never ends by itself, so the stop of the server would wait for it.
    app.addHook('preClose', async () => {
      for (const stream of open) stream.end();
    });

    app.get<{ Querystring: { after?: string } }>('/live', async (request, reply) => {
      const player = sessions.find(request)?.player;
      // After a 204, an `EventSource` does not connect again.
      if (!player) return reply.code(204).send();
      const stream = new PassThrough();
      const send = (event: ReceivedEvent) => stream.write(message(event, player.id));
      // A browser that connects again sends the header. A page that was just loaded sends the parameter.
      const lastId = request.headers['last-event-id'] ?? request.query.after;
      for (const missed of events.after(String(lastId ?? '')).reverse()) send(missed);
      const stopListening = events.listen(send);
      open.add(stream);
      stream.once('close', () => {
        stopListening();
        open.delete(stream);
      });
      // Shows the browser that the stream is open.
      stream.write(': open\n\n');
      return reply.type('text/event-stream').header('cache-control', 'no-store').send(stream);
    });
  };
}

/** Returns a server-sent event: its id, and the data for the page in one line of JSON. */
function message(received: ReceivedEvent, playerId: string): string {
  const { id, event } = received;
  const html = render('@event-items', { events: [eventView(received)], arrive: true });
  // Only the player's own rating counts up on the page. Other events are only in the list.
  const isOwn = event.type === 'rating.updated' && event.data.id === playerId;
  const rating = isOwn
    ? { sport: event.data.sport, value: formatRating(event.data.newRating) }
    : null;
  return `id: ${id}\ndata: ${JSON.stringify({ id, html, rating })}\n\n`;
}

const SHOWN = 12;

/** `GET /deliveries`: the service's log of its deliveries to this club, with the body of each. */
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

// `errorMessage` says why the service tries again. It is null after a success.
function deliveryView(delivery: WebhookDelivery) {
  const { id, event, status, statusCode, attempts, errorMessage, createdAt, payload } = delivery;
  return {
    id,
    event,
    sentence: payload === null ? 'Deleted event' : eventSentence(payload),
    status,
    answer: statusCode === null ? (errorMessage ?? 'no answer yet') : `answered ${statusCode}`,
    attempts: attempts === 1 ? '1 attempt' : `${attempts} attempts`,
    createdAt,
    time: formatTime(new Date(createdAt)),
    // Null if it was deleted, because the player withdrew consent before it arrived.
    payload: payload === null ? null : JSON.stringify(payload, null, 2),
  };
}

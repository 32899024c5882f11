import { PassThrough } from 'node:stream';
import type { FastifyPluginAsync } from 'fastify';
import type { Club } from '../club.ts';
import { formatRating } from '../pages/format.ts';
import { render } from '../pages/render.ts';
import { eventView } from './event-view.ts';
import type { ReceivedEvent } from './received-events.ts';

/**
 * `GET /live`: webhooks as server-sent events, each as soon as it has arrived. A page opens one `EventSource`, and the
 * browser opens it again by itself after a break, with the id of the last event it got.
 */
export function streamEvents({ events, sessions }: Club): FastifyPluginAsync {
  return async (app) => {
    const open = new Set<PassThrough>();
    // A stream has no end of its own, and stopping would wait for it.
    app.addHook('preClose', async () => {
      for (const stream of open) stream.end();
    });

    app.get<{ Querystring: { after?: string } }>('/live', async (request, reply) => {
      const player = sessions.find(request)?.player;
      // After 204 an `EventSource` does not come back.
      if (!player) return reply.code(204).send();
      const stream = new PassThrough();
      const send = (event: ReceivedEvent) => stream.write(message(event, player.id));
      // The header is of a browser that comes back, the parameter of a page that was just loaded.
      const lastId = request.headers['last-event-id'] ?? request.query.after;
      for (const missed of events.after(String(lastId ?? '')).reverse()) send(missed);
      const stopListening = events.listen(send);
      open.add(stream);
      stream.once('close', () => {
        stopListening();
        open.delete(stream);
      });
      // Sent at once, so that the browser knows that the stream is open.
      stream.write(': open\n\n');
      return reply.type('text/event-stream').header('cache-control', 'no-store').send(stream);
    });
  };
}

/** One server-sent event: its id, and in one line of JSON what a page does with it. */
function message(received: ReceivedEvent, playerId: string): string {
  const { id, event } = received;
  const html = render('event-items', { events: [eventView(received)], arrive: true });
  // The player's own number, which counts up on their page. Others have only a line in the list.
  const isOwn = event.type === 'rating.updated' && event.data.id === playerId;
  const rating = isOwn
    ? { sport: event.data.sport, value: formatRating(event.data.newRating) }
    : null;
  return `id: ${id}\ndata: ${JSON.stringify({ id, html, rating })}\n\n`;
}

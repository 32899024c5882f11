import { verifyWebhook, WebhookVerificationError } from '@partner-rating/client/webhooks';
import type { FastifyPluginAsync } from 'fastify';
import type { Club } from '../club.ts';

/** `POST /hooks`: where the service sends its events. */
export function receive({ events, registration, clock, warn }: Club): FastifyPluginAsync {
  return async (app) => {
    // The signature covers the raw bytes, so nothing may parse them before.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );

    app.post('/hooks', async (request, reply) => {
      const secret = registration.secret();
      // Without the secret nothing can be verified; the service sends the event again later.
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

import type { FastifyPluginAsync } from 'fastify';
import type { Club } from '../club.ts';
import { verifyWebhook } from './verify-webhook.ts';

/** `POST /hooks`: where the service sends its events. */
export function receive({ events, registration, clock, warn }: Club): FastifyPluginAsync {
  return async (app) => {
    // The signature is over the bytes as they came, so nothing may parse them before.
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
      const receivedAt = clock();
      const verification = verifyWebhook(secret, headers, body, receivedAt);
      if (!verification.verified) {
        warn(`A webhook was refused: ${verification.reason}.`);
        return reply.code(401).send();
      }
      const text = body.toString('utf8');
      events.keep({
        id: verification.id,
        receivedAt,
        event: JSON.parse(text),
        headers,
        body: text,
      });
      return reply.code(204).send();
    });
  };
}

function webhookHeaders(headers: Record<string, unknown>): Record<string, string> {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  return Object.fromEntries(
    names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
  );
}

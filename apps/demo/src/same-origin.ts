import type { FastifyInstance } from 'fastify';
import { sendMessage } from './pages/send-page.ts';

/**
 * Protects against cross-site request forgery: redirects browsers to the address that the session
 * cookie belongs to, and refuses forms posted by pages of other origins. Webhooks do not come from a
 * browser and are authenticated by their signature.
 */
export function requireSameOrigin(app: FastifyInstance, address: string): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD') {
      if (request.host === new URL(address).host) return;
      return reply.redirect(address + request.url, 302);
    }
    if (request.url === '/hooks' || request.headers.origin === address) return;
    return await sendMessage(reply.code(403), {
      title: 'This form is from another site',
      paragraphs: ['It was not sent by a page of the club, so nothing was done.'],
      link: { address: '/', text: 'Go to the start page' },
    });
  });
}

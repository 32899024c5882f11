import type { FastifyInstance } from 'fastify';
import { sendMessage } from './pages/answer.ts';

/**
 * Keeps browsers at one address, to which the session's cookie belongs, and refuses forms that a
 * page of somebody else posts. Webhooks come from no browser: their signature decides.
 */
export function refuseForeignRequests(app: FastifyInstance, address: string): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD') {
      if (request.host === new URL(address).host) return;
      return reply.redirect(address + request.url, 302);
    }
    if (request.url === '/hooks' || request.headers.origin === address) return;
    return await sendMessage(reply.code(403), {
      title: 'This form is not ours',
      paragraphs: ['It was sent from another site, so nothing was done.'],
      link: { address: '/', text: 'To the start page' },
    });
  });
}

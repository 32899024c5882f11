import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import type { Club } from '../club.ts';
import { sendMessage, sendPage } from '../pages/send-page.ts';
import { eventView } from '../webhooks/event-view.ts';
import { renderReportPage } from './report-page.ts';

/** `GET /matches/<report>`: how a reported match changed the ratings. */
export function showReport({ sessions, events, registration }: Club): FastifyPluginAsync {
  return async (app) => {
    app.get<{ Params: { report: string } }>('/matches/:report', async (request, reply) => {
      const session = sessions.find(request);
      if (!session?.player) return reply.redirect('/', 303);
      const report = session.reports.get(request.params.report);
      if (report === undefined) {
        return await sendMissingReport(reply);
      }
      const { id } = session.player;
      const received = events.after().map(eventView);
      const webhookWarnings = await registration.ensure();
      return sendPage(reply, renderReportPage(report, id, received, webhookWarnings));
    });
  };
}

export async function sendMissingReport(reply: FastifyReply): Promise<FastifyReply> {
  return sendMessage(reply.code(404), {
    title: 'Report not found',
    paragraphs: ['This browser has not reported such a match since the club was started.'],
    link: { address: '/player', text: 'Go to your page' },
  });
}

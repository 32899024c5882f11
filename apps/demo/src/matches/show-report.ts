import type { FastifyPluginAsync } from 'fastify';
import type { Club } from '../club.ts';
import { sendMessage, sendPage } from '../pages/answer.ts';
import { renderReport } from '../pages/render.ts';
import { eventView } from '../webhooks/event-view.ts';
import { reportPage } from './report-page.ts';

/** `GET /matches/<report>`: what a match that was reported did to the ratings. */
export function showReport({ sessions, events, registration }: Club): FastifyPluginAsync {
  return async (app) => {
    app.get<{ Params: { report: string } }>('/matches/:report', async (request, reply) => {
      const session = sessions.find(request);
      if (!session?.player) return reply.redirect('/', 303);
      const report = session.reports.get(request.params.report);
      if (report === undefined) {
        return await sendMessage(reply.code(404), {
          title: 'There is no such report',
          paragraphs: ['This browser reported no match of that name since the club was started.'],
          link: { address: '/player', text: 'To your page' },
        });
      }
      const { id } = session.player;
      const received = events.after(0).map(eventView);
      const warnings = await registration.ensure();
      return sendPage(reply, renderReport(reportPage(report, id, received, warnings)));
    });
  };
}

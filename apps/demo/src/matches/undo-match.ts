import { ConflictError } from '@partner-rating/client';
import type { FastifyPluginAsync } from 'fastify';
import type { Club } from '../club.ts';
import { sendMessage } from '../pages/send-page.ts';
import { sendMissingReport } from './show-report.ts';

/** `POST /matches/<report>/undo`: takes a match back, as if it had never been played. */
export function undoMatch({ client, sessions }: Club): FastifyPluginAsync {
  return async (app) => {
    app.post<{ Params: { report: string } }>('/matches/:report/undo', async (request, reply) => {
      const session = sessions.find(request);
      if (!session?.player) return reply.redirect('/', 303);
      const report = session.reports.get(request.params.report);
      const matchId = report?.result.matches[0]?.id;
      if (!report || !matchId) return await sendMissingReport(reply);
      try {
        // Voiding twice changes nothing, so the button may be pressed twice.
        report.taken = await client.matches.void(matchId, {
          reason: 'Taken back by the player who reported it.',
        });
        return reply.redirect(`/matches/${report.id}`, 303);
      } catch (error) {
        // Another application has confirmed it: then it is not this club's alone to take back.
        if (!(error instanceof ConflictError)) throw error;
        return await sendMessage(reply.code(409), {
          title: 'The match stays',
          paragraphs: [error.detail ?? error.message],
          link: { address: `/matches/${report.id}`, text: 'Back to the match' },
        });
      }
    });
  };
}

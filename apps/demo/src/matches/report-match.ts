import { ConflictError, ValidationError } from '@partner-rating/client';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import type { Club } from '../club.ts';
import { sendPage } from '../pages/answer.ts';
import { renderPlayer } from '../pages/render.ts';
import { playerPage } from '../player/player-page.ts';
import type { ConnectedPlayer } from '../sessions.ts';
import { formFaults } from './form-faults.ts';
import { type FormFault, type ReportForm, readReportForm } from './report-form.ts';
import { toBatch } from './to-batch.ts';

/** `POST /matches`: reports a match of the connected player. */
export function reportMatch(club: Club): FastifyPluginAsync {
  const { client, facts, sessions } = club;

  async function refuse(
    reply: FastifyReply,
    player: ConnectedPlayer,
    form: ReportForm,
    faults: FormFault[],
  ) {
    return sendPage(reply.code(422), renderPlayer(await playerPage(club, player, form, faults)));
  }

  return async (app) => {
    app.post('/matches', async (request, reply) => {
      const session = sessions.find(request);
      if (!session?.player) return reply.redirect('/', 303);
      const { player } = session;
      const form = readReportForm(request.body);
      const outcome = toBatch(form, { ...player, memberId: 0, name: 'You' }, facts.otherMembers);
      if ('faults' in outcome) return await refuse(reply, player, form, outcome.faults);

      const { batch, sport, teams, rows } = outcome;
      try {
        // Sent twice, the form counts once: the service answers the same key as it did before.
        const result = await client.matches.submit(batch, { idempotencyKey: form.report });
        const scores = batch.matches.flatMap(({ games }) => games.map((game) => game.scores));
        session.reports.set(form.report, { id: form.report, sport, teams, scores, result });
        return reply.redirect(`/matches/${form.report}`, 303);
      } catch (error) {
        if (error instanceof ValidationError) {
          return await refuse(reply, player, form, formFaults(error, rows));
        }
        if (error instanceof ConflictError) {
          return await refuse(reply, player, form, [{ field: null, text: error.message }]);
        }
        throw error;
      }
    });
  };
}

import { ConflictError, ValidationError } from '@partner-rating/client';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import type { Club } from '../club.ts';
import {
  asAnotherReport,
  type FormFault,
  formFaults,
  type ReportForm,
  readReportForm,
} from '../matches/report-form.ts';
import { toBatch } from '../matches/to-batch.ts';
import { sendPage } from '../pages/render.ts';
import type { ConnectedPlayer } from '../sessions.ts';
import { renderPlayerPage } from './player-page.ts';

const reportedBefore: FormFault = {
  field: null,
  text: 'The same match was reported before: these players, these scores, this day. It counts once. If you played another one, check the scores.',
};

/** `POST /matches`: reports a match of the connected player. */
export function reportMatch(club: Club): FastifyPluginAsync {
  const { client, facts, sessions } = club;

  async function refuse(
    reply: FastifyReply,
    player: ConnectedPlayer,
    form: ReportForm,
    faults: FormFault[],
  ) {
    return sendPage(reply.code(422), await renderPlayerPage(club, player, form, faults));
  }

  return async (app) => {
    app.post('/matches', async (request, reply) => {
      const session = sessions.find(request);
      if (!session?.player) return reply.redirect('/', 303);
      const { player } = session;
      const form = readReportForm(request.body);
      const outcome = toBatch(form, { ...player, memberId: 0, name: 'You' }, facts.otherMembers);
      if ('faults' in outcome) return await refuse(reply, player, form, outcome.faults);

      const { batch, sport, teams, rows, ending } = outcome;
      try {
        // A form sent twice counts once: the service returns the same response for the same key.
        const result = await client.matches.submit(batch, { idempotencyKey: form.report });
        if (result.duplicates + result.held > 0) {
          // The service stored this answer under the key: with other scores it would refuse the key.
          return await refuse(reply, player, asAnotherReport(form), [reportedBefore]);
        }
        const scores = batch.matches.flatMap(({ games = [] }) => games.map((game) => game.scores));
        session.reports.set(form.report, { id: form.report, sport, teams, scores, ending, result });
        return reply.redirect(`/matches/${form.report}`, 303);
      } catch (error) {
        if (error instanceof ValidationError) {
          return await refuse(reply, player, form, formFaults(error, rows));
        }
        if (error instanceof ConflictError) {
          return await refuse(reply, player, form, [
            { field: null, text: error.detail ?? error.message },
          ]);
        }
        throw error;
      }
    });
  };
}

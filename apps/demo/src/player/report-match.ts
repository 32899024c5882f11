import { ConflictError, ValidationError } from '@partner-rating/client';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import type { Club } from '../club.ts';
import { errorText } from '../matches/error-texts.ts';
import {
  asAnotherReport,
  type FormError,
  formErrors,
  type ReportForm,
  readReportForm,
} from '../matches/report-form.ts';
import { toBatch } from '../matches/to-batch.ts';
import { sendPage } from '../pages/render.ts';
import type { ConnectedPlayer } from '../sessions.ts';
import { renderPlayerPage } from './player-page.ts';

const reportedBefore: FormError = {
  field: null,
  text: 'A match with the same players and scores was already reported for this day. It counts only once. If you played another match, check the scores.',
};

/** `POST /matches`: reports a match of the connected player. */
export function reportMatch(club: Club): FastifyPluginAsync {
  const { client, facts, sessions } = club;

  async function refuse(
    reply: FastifyReply,
    player: ConnectedPlayer,
    form: ReportForm,
    errors: FormError[],
  ) {
    return sendPage(reply.code(422), await renderPlayerPage(club, player, form, errors));
  }

  return async (app) => {
    app.post('/matches', async (request, reply) => {
      const session = sessions.find(request);
      if (!session?.player) return reply.redirect('/', 303);
      const { player } = session;
      const form = readReportForm(request.body);
      const outcome = toBatch(form, { ...player, memberId: 0, name: 'You' }, facts.otherMembers);
      if ('errors' in outcome) return await refuse(reply, player, form, outcome.errors);

      const { batch, sport, teams, rows, ending } = outcome;
      try {
        // If a form is sent twice, the match counts once, because the service returns the same response for the same key.
        const result = await client.matches.submit(batch, { idempotencyKey: form.report });
        if (result.duplicates + result.held > 0) {
          // The service stored this response under the key, and would refuse the key with other scores.
          return await refuse(reply, player, asAnotherReport(form), [reportedBefore]);
        }
        const scores = batch.matches.flatMap(({ games = [] }) => games.map((game) => game.scores));
        session.reports.set(form.report, { id: form.report, sport, teams, scores, ending, result });
        return reply.redirect(`/matches/${form.report}`, 303);
      } catch (error) {
        if (error instanceof ValidationError) {
          return await refuse(reply, player, form, formErrors(error, rows));
        }
        if (error instanceof ConflictError) {
          return await refuse(reply, player, form, [{ field: null, text: errorText(error) }]);
        }
        throw error;
      }
    });
  };
}

import type { RatingChange } from '@partner-rating/client';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import type { Club } from '../club.ts';
import {
  bracketName,
  type Difference,
  difference,
  formatList,
  formatRating,
} from '../pages/format.ts';
import { render, sendMessage, sendPage } from '../pages/render.ts';
import { type EventView, eventView } from '../webhooks/received-events.ts';
import { type Report, recordWords } from './report.ts';

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

async function sendMissingReport(reply: FastifyReply): Promise<FastifyReply> {
  return sendMessage(reply.code(404), {
    title: 'Report not found',
    paragraphs: ['This browser has not reported this match since the club was started.'],
    link: { address: '/player', text: 'Go to your page' },
  });
}

/** `POST /matches/<report>/void`: voids a match, as if it had never been played. */
export function voidMatch({ client, sessions }: Club): FastifyPluginAsync {
  return async (app) => {
    app.post<{ Params: { report: string } }>('/matches/:report/void', async (request, reply) => {
      const session = sessions.find(request);
      if (!session?.player) return reply.redirect('/', 303);
      const report = session.reports.get(request.params.report);
      const matchId = report?.result.matches[0]?.id;
      if (!report || !matchId) return await sendMissingReport(reply);
      // A second void changes nothing, so a double click is harmless.
      report.voided = await client.matches.void(matchId, {
        reason: 'Voided by the player who reported it.',
      });
      return reply.redirect(`/matches/${report.id}`, 303);
    });
  };
}

const PRIMARY_BRACKET = 'overall-open';

interface ReportPage {
  sport: string;
  outcome: 'won' | 'lost' | 'drew';
  teams: string[];
  scores: string;
  /** The player's own primary rating, or null if the club may not read it. */
  own: ChangeView | null;
  players: (ChangeView & { name: string; isOwn: boolean })[];
  splits: (ChangeView & { name: string })[];
  /** The address of the form that voids the match; null if nothing is stored, or if the match is void already. */
  voidAddress: string | null;
  /** Each rating that changed when the match was voided; null unless it was voided. */
  voided: (ChangeView & { name: string })[] | null;
  matchId: string | null;
  batchId: string;
  events: EventView[];
  /** Why webhooks cannot be received. Empty if they can. */
  webhookWarnings: string[];
}

interface ChangeView {
  before: string;
  after: string;
  difference: Difference;
}

/** Renders the page of a report: the ratings before and after, the player's own first. */
function renderReportPage(
  { id, sport, teams, scores, ending, result, voided }: Report,
  playerId: string,
  events: EventView[],
  webhookWarnings: string[],
): string {
  const primary = result.ratingChanges.filter(({ bracket }) => bracket === PRIMARY_BRACKET);
  const own = primary.find((change) => change.id === playerId);
  const matchId = result.matches[0]?.id ?? null;
  const page: ReportPage = {
    sport: sport.name,
    outcome: recordWords(ending, scores),
    teams: teams.map(formatList),
    scores: [
      ...scores.map((game) => game.join('–')),
      ...(ending.sent.outcome === undefined ? [] : [ending.sent.outcome]),
    ].join(', '),
    own: own === undefined ? null : changeView(own),
    players: primary.map((change) => ({
      ...changeView(change),
      name: change.displayName,
      isOwn: change.id === playerId,
    })),
    splits: result.ratingChanges
      .filter((change) => change.id === playerId && change.bracket !== PRIMARY_BRACKET)
      .map((change) => ({ ...changeView(change), name: bracketName(change.bracket) })),
    voidAddress: matchId === null || voided !== undefined ? null : `/matches/${id}/void`,
    voided:
      voided?.ratingChanges
        .filter(({ bracket }) => bracket === PRIMARY_BRACKET)
        .map((change) => ({ ...changeView(change), name: change.displayName })) ?? null,
    matchId,
    batchId: result.batchId,
    events,
    webhookWarnings,
  };
  const title = voided === undefined ? `${page.sport} match rated` : 'Match voided';
  return render('report', { ...page, title, here: '/player' });
}

function changeView({ previousRating, newRating }: RatingChange): ChangeView {
  return {
    before: formatRating(previousRating),
    after: formatRating(newRating),
    difference: difference(previousRating, newRating),
  };
}

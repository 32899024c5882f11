// The page of the connected player.

import {
  describeScope,
  type Member,
  type PartnerRatingClient,
  type Split,
  type SportRating,
  splitsFor,
} from '@partner-rating/client';
import type { FastifyPluginAsync } from 'fastify';
import type { Club } from '../club.ts';
import { type ClubSport, type Ending, endings, sports } from '../matches/report.ts';
import { type FormError, newReportForm, type ReportForm } from '../matches/report-form.ts';
import {
  categoryName,
  compareCategories,
  compareDivisions,
  divisionName,
  formatPercent,
  formatRating,
  sportName,
} from '../pages/format.ts';
import { render, sendPage } from '../pages/render.ts';
import type { ConnectedPlayer } from '../sessions.ts';
import type { ClubMember } from '../start/facts.ts';
import { type EventView, eventView } from '../webhooks/received-events.ts';
import { type HistoryChart, historyChart } from './history-chart.ts';

/** `GET /player`: the connected player's rating, the form for a match, and the events received. */
export function showPlayer(club: Club): FastifyPluginAsync {
  return async (app) => {
    app.get('/player', async (request, reply) => {
      const player = club.sessions.find(request)?.player;
      if (!player) return reply.redirect('/', 303);
      const form = newReportForm(club.facts.otherMembers);
      return sendPage(reply, await renderPlayerPage(club, player, form, []));
    });
  };
}

interface PlayerPage {
  name: string;
  memberNumber: number;
  location: string;
  mayReadRatings: boolean;
  granted: string[];
  ratings: RatingView[];
  /** The history of the player's main sport, or null if the club may not read it or there is no line yet. */
  history: { sport: string; chart: HistoryChart } | null;
  sports: readonly ClubSport[];
  endings: readonly Ending[];
  members: ClubMember[];
  form: ReportForm;
  errors: FormError[];
  events: EventView[];
  /** Why webhooks cannot be received. Empty if they can. */
  webhookWarnings: string[];
}

interface RatingView extends Omit<SportRating, 'splits'> {
  code: string;
  sport: string;
  table: RatingTable;
}

/** Reads the player with their own token, and renders their page. */
export async function renderPlayerPage(
  club: Club,
  player: ConnectedPlayer,
  form: ReportForm,
  errors: FormError[],
): Promise<string> {
  const page = await playerPage(club, player, form, errors);
  const title = errors.length === 0 ? page.name : `Error: ${page.name}`;
  return render('player', { ...page, title, here: '/player', formatRating, formatPercent });
}

async function playerPage(
  { facts, events, registration }: Club,
  { client, grantedScopes }: ConnectedPlayer,
  form: ReportForm,
  errors: FormError[],
): Promise<PlayerPage> {
  const member = await client.members.get();
  const { fullName, displayName, city, state } = member;
  const ratings = ratingViews(member);
  return {
    name: fullName ?? displayName,
    memberNumber: member.memberId,
    location: [city, state].filter(Boolean).join(', '),
    mayReadRatings: grantedScopes.includes('user:rating:read'),
    granted: grantedScopes.map((scope) => describeScope(scope) ?? scope),
    ratings,
    history: grantedScopes.includes('user:rating:history')
      ? await readHistory(client, ratings[0]?.code)
      : null,
    sports,
    endings,
    members: facts.otherMembers.toSorted((one, other) => one.name.localeCompare(other.name)),
    form,
    errors,
    events: events.after().map(eventView),
    webhookWarnings: await registration.ensure(),
  };
}

/** How many changes the chart shows. A page of the service has at most 100. */
const CHANGES = 60;

async function readHistory(client: PartnerRatingClient, sport: string | undefined) {
  if (sport === undefined) return null;
  const { history } = await client.members.listRatingHistory(undefined, {
    sport: [sport],
    bracket: 'overall-open',
    limit: CHANGES,
  });
  const chart = historyChart(history);
  return chart === null ? null : { sport: sportName(sport), chart };
}

// The sport with the most games comes first.
function ratingViews(member: Member): RatingView[] {
  return Object.entries(member.sport ?? {})
    .flatMap(([sport, found]) =>
      found === undefined
        ? []
        : [
            {
              ...found,
              code: sport,
              sport: sportName(sport),
              table: ratingTable(splitsFor(member, sport)),
            },
          ],
    )
    .sort((one, other) => other.games - one.games);
}

/** A sport's splits as a table: a row for each category of matches, a column for each division. */
interface RatingTable {
  divisions: string[];
  rows: { category: string; cells: (Split | null)[] }[];
}

/** Returns the table of the splits, with rows and columns for unknown categories and divisions too. */
export function ratingTable(splits: readonly Split[]): RatingTable {
  const divisions = [...new Set(splits.map(({ division }) => division))].sort(compareDivisions);
  const categories = [...new Set(splits.map(({ category }) => category))].sort(compareCategories);
  const cell = (bracket: string) => splits.find((split) => split.bracket === bracket) ?? null;
  return {
    divisions: divisions.map(divisionName),
    rows: categories.map((category) => ({
      category: categoryName(category),
      cells: divisions.map((division) => cell(`${category}-${division}`)),
    })),
  };
}

import { describeScope, type Member, type SportRating, splitsFor } from '@partner-rating/client';
import type { Club } from '../club.ts';
import type { FormFault, ReportForm } from '../matches/report-form.ts';
import { type ClubSport, sports } from '../matches/sports.ts';
import { formatPercent, formatRating, sportName } from '../pages/format.ts';
import { render } from '../pages/render.ts';
import type { ConnectedPlayer } from '../sessions.ts';
import type { ClubMember } from '../start/facts.ts';
import { type EventView, eventView } from '../webhooks/event-view.ts';
import { type RatingTable, ratingTable } from './rating-table.ts';

interface PlayerPage {
  name: string;
  memberNumber: number;
  location: string;
  isVairified: boolean;
  mayReadRatings: boolean;
  granted: string[];
  ratings: RatingView[];
  sports: readonly ClubSport[];
  members: ClubMember[];
  form: ReportForm;
  faults: FormFault[];
  events: EventView[];
  /** Why webhooks cannot be received; none where they can. */
  webhookWarnings: string[];
}

interface RatingView extends Omit<SportRating, 'splits'> {
  sport: string;
  table: RatingTable;
}

/** Reads the player with their own token, and renders their page. */
export async function renderPlayerPage(
  club: Club,
  player: ConnectedPlayer,
  form: ReportForm,
  faults: FormFault[],
): Promise<string> {
  const page = await playerPage(club, player, form, faults);
  const title = faults.length === 0 ? page.name : `Error: ${page.name}`;
  return render('player', { ...page, title, formatRating, formatPercent });
}

async function playerPage(
  { facts, clientOf, events, registration }: Club,
  { accessToken, grantedScopes }: ConnectedPlayer,
  form: ReportForm,
  faults: FormFault[],
): Promise<PlayerPage> {
  const member = await clientOf(accessToken).members.get();
  const { fullName, displayName, city, state } = member;
  return {
    name: fullName ?? displayName,
    memberNumber: member.memberId,
    location: [city, state].filter(Boolean).join(', '),
    isVairified: member.status.isVairified,
    mayReadRatings: grantedScopes.includes('user:rating:read'),
    granted: grantedScopes.map((scope) => describeScope(scope) ?? scope),
    ratings: ratingViews(member),
    sports,
    members: facts.otherMembers.toSorted((one, other) => one.name.localeCompare(other.name)),
    form,
    faults,
    events: events.after(0).map(eventView),
    webhookWarnings: await registration.ensure(),
  };
}

// The sport with the most games comes first.
function ratingViews(member: Member): RatingView[] {
  return Object.entries(member.sport ?? {})
    .flatMap(([sport, found]) =>
      found === undefined
        ? []
        : [{ ...found, sport: sportName(sport), table: ratingTable(splitsFor(member, sport)) }],
    )
    .sort((one, other) => other.games - one.games);
}

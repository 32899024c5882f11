import { describeScope, type Member, splitsFor } from '@partner-rating/client';
import type { Club } from '../club.ts';
import type { FormFault, ReportForm } from '../matches/report-form.ts';
import { sports } from '../matches/sports.ts';
import type { PlayerPage, RatingView } from '../pages/render.ts';
import { sportName } from '../pages/words.ts';
import type { ConnectedPlayer } from '../sessions.ts';
import { eventView } from '../webhooks/event-view.ts';
import { ratingTable } from './rating-table.ts';

/** Reads the player by their own token, and puts together what their page shows. */
export async function playerPage(
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
    warnings: await registration.ensure(),
  };
}

// The sport that was played most comes first.
function ratingViews(member: Member): RatingView[] {
  return Object.entries(member.sport ?? {})
    .flatMap(([sport, found]) =>
      found === undefined
        ? []
        : [{ ...found, sport: sportName(sport), table: ratingTable(splitsFor(member, sport)) }],
    )
    .sort((one, other) => other.games - one.games);
}

import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import {
  inviteToTeam,
  type ListedPerson,
  listPartnerTeam,
  removeFromTeam,
} from '../actions/team.ts';
import { type AdminHandlers, pageOf, readAfter, timeOf } from '../api/caller.ts';

type Ids = 'team.list' | 'team.add' | 'team.remove';

/** The operations about the people who manage a partner at the console. */
export function team(dependencies: Dependencies): AdminHandlers<Ids> {
  return {
    'team.list': async ({ path: { clientId }, query: { limit, cursor } }) => {
      const part = { after: readAfter(cursor), limit: limit + 1 };
      const found = await listPartnerTeam(dependencies, clientId, part);
      const { rows, nextCursor } = pageOf(found, limit, ({ teamMemberId }) => teamMemberId);
      return { status: 200, body: { people: rows.map(viewOf), nextCursor } };
    },

    'team.add': async ({ path: { clientId }, body }) => {
      const person = await inviteToTeam(dependencies, clientId, body);
      const address = `${dependencies.publicUrl}/api/admin/v1/partners/${clientId}/team`;
      const location = `${address}/${person.teamMemberId}`;
      return { status: 201, headers: { location }, body: viewOf(person) };
    },

    'team.remove': async ({ path }, { principal }) => {
      await removeFromTeam(dependencies, path, { needsOwner: principal.person !== null });
      return { status: 204 };
    },
  };
}

function viewOf({ accountId: _, createdAt, joinedAt, expiresAt, ...person }: ListedPerson) {
  return {
    ...person,
    createdAt: timeOf(createdAt),
    joinedAt: timeOf(joinedAt),
    expiresAt: timeOf(expiresAt),
  };
}

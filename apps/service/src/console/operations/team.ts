import { ProblemError } from '@partner-rating/server';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { newId } from '../../platform/database/identifiers.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { answerOnce } from '../actions/answer-once.ts';
import { inTransaction, recordAct } from '../actions/audited.ts';
import { limitInvitations } from '../actions/limit-invitations.ts';
import { lockLivePartner, requireLivePartner } from '../actions/partners.ts';
import type { PartnerPerson } from '../api/caller.ts';
import {
  type AdminHandlers,
  created,
  type IdsOf,
  idKey,
  notFound,
  readPage,
  refuseField,
  viewOf,
} from '../api/handlers.ts';
import type * as Types from '../api/types.gen.ts';
import { deleteTeamMember, insertTeamMember, listTeam, type StoredPerson } from '../store/teams.ts';
import { queueInvitedMail } from '../team-mails.ts';

const DAY = 24 * 60 * 60 * 1_000;

export const INVITATION_LIFETIME = 14 * DAY;

const MAX_PEOPLE = 50;

/** The operations about the people who manage a partner at the console. */
export const team: AdminHandlers<IdsOf<'team'>> = {
  'team.list': async ({ database }, { path: { clientId }, query }) => {
    const { id } = await requireLivePartner(database, clientId);
    const { rows, nextCursor } = await readPage(
      query,
      idKey('tea'),
      async (part) => await listTeam(database, id, part),
      ({ teamMemberId }) => teamMemberId,
    );
    return { status: 200, body: { people: rows.map(personView), nextCursor } };
  },

  'team.add': async (dependencies, { path: { clientId }, body }, { principal, raw }) =>
    await answerOnce(dependencies, raw, async (transaction, now) => {
      const invitation = { ...body, clientId, invitedBy: principal.person, now };
      const person = await invite(transaction, dependencies, invitation);
      const path = `partners/${clientId}/team/${person.teamMemberId}`;
      return created(dependencies, path, personView(person));
    }),

  'team.remove': async (dependencies, { path: { clientId, teamMemberId } }, { principal }) => {
    await inTransaction(dependencies, async (transaction, now) => {
      const { id: applicationId } = await lockLivePartner(transaction, clientId);
      const people = await listTeam(transaction, applicationId);
      const person = people.find((one) => one.teamMemberId === teamMemberId);
      if (person === undefined) {
        throw notFound(
          `There is nobody ${teamMemberId} in the team. List the team to find the id.`,
        );
      }
      const owners = people.filter(({ role, joinedAt }) => role === 'owner' && joinedAt !== null);
      // An operator may remove the last owner.
      if (principal.person !== null && owners.length === 1 && owners[0] === person) {
        const detail = 'This is the only owner. Make somebody else an owner first.';
        throw refuseField('/path/teamMemberId', detail, 'minItems');
      }
      await deleteTeamMember(transaction, teamMemberId);
      const details = { teamMemberId, role: person.role };
      await recordAct(transaction, now, 'team.removed', { applicationId, details });
    });
    return { status: 204 };
  },
};

interface Invitation extends Types.TeamAddBody {
  clientId: string;
  invitedBy: PartnerPerson | null;
  now: Date;
}

async function invite(
  transaction: DatabaseTransaction,
  dependencies: Dependencies,
  { clientId, email, role, invitedBy, now }: Invitation,
): Promise<StoredPerson> {
  const partner = await lockLivePartner(transaction, clientId);
  const { id: applicationId, name } = partner;
  if (partner.pending_since !== null) throw notApproved();
  const people = await listTeam(transaction, applicationId);
  const same = people.find((one) => one.email.toLowerCase() === email.toLowerCase());
  if (same !== undefined && (same.expiresAt === null || same.expiresAt > now)) {
    throw refuseField('/email', `${email} is in the team already.`, 'repeated_identifier');
  }
  if (same !== undefined) await deleteTeamMember(transaction, same.teamMemberId);
  if (people.length >= MAX_PEOPLE) {
    const detail = `A team has at most ${MAX_PEOPLE} people. Remove somebody first.`;
    throw refuseField('/email', detail, 'maxItems');
  }
  await limitInvitations(transaction, dependencies, { email, person: invitedBy });
  const person = {
    teamMemberId: newId('tea'),
    email,
    role,
    accountId: null,
    createdAt: now,
    joinedAt: null,
    expiresAt: new Date(now.getTime() + INVITATION_LIFETIME),
  };
  await insertTeamMember(transaction, applicationId, person);
  await recordAct(transaction, now, 'team.invited', {
    applicationId,
    details: { teamMemberId: person.teamMemberId, role },
  });
  const details = { applicationName: name, clientId };
  await queueInvitedMail(transaction, dependencies, { kind: 'team-invited', email, details });
  return person;
}

// Anybody can create an application with any name. Only an approved one may send its name to others.
function notApproved(): ProblemError {
  const detail =
    'The operator has not approved this application yet. Invite people after the approval.';
  return new ProblemError('application_suspended', { detail });
}

function personView({ accountId: _, ...person }: StoredPerson) {
  return viewOf(person);
}

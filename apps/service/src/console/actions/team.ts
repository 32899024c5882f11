import { ProblemError } from '@partner-rating/server';
import { recordAudit, recordAudits } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { newId } from '../../platform/database/identifiers.ts';
import { type PartnerPerson, refuseField } from '../api/caller.ts';
import type { ListPart } from '../store/applications.ts';
import {
  acceptInvitationsOf,
  deleteTeamMember,
  insertTeamMember,
  listTeam,
  type TeamRole,
} from '../store/teams.ts';
import { queueInvitedMail } from '../team-mails.ts';
import { lockLivePartner, operatorsAct, requireLivePartner } from './partners.ts';

const DAY = 24 * 60 * 60 * 1_000;

const INVITATION_LIFETIME = 14 * DAY;

const MAX_PEOPLE = 50;

export type ListedPerson = Awaited<ReturnType<typeof listTeam>>[number];

/** @throws ProblemError if there is no such partner, or no more. */
export async function listPartnerTeam(
  { database }: Pick<Dependencies, 'database'>,
  clientId: string,
  part: ListPart,
): Promise<ListedPerson[]> {
  const { id } = await requireLivePartner(database, clientId);
  return await listTeam(database, id, part);
}

/**
 * Invites somebody to the team of a partner.
 * @throws ProblemError if there is no such partner, or the address is in the team already.
 */
export async function inviteToTeam(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'configuration'>,
  clientId: string,
  { email, role }: { email: string; role: TeamRole },
): Promise<ListedPerson> {
  const now = dependencies.clock();
  return await dependencies.database.transaction().execute(async (transaction) => {
    const { id: applicationId, name } = await lockLivePartner(transaction, clientId);
    const team = await listTeam(transaction, applicationId);
    const same = team.find((one) => one.email.toLowerCase() === email.toLowerCase());
    if (same !== undefined && (same.expiresAt === null || same.expiresAt > now)) {
      throw refuseField('/email', `${email} is in the team already.`, 'repeated_identifier');
    }
    if (same !== undefined) await deleteTeamMember(transaction, same.teamMemberId);
    if (team.length >= MAX_PEOPLE) {
      const detail = `A team has at most ${MAX_PEOPLE} people. Remove somebody first.`;
      throw refuseField('/email', detail, 'maxItems');
    }
    const person = {
      teamMemberId: newId('tea'),
      email,
      role,
      accountId: null,
      createdAt: now,
      joinedAt: null,
      expiresAt: new Date(now.getTime() + INVITATION_LIFETIME),
    };
    const { teamMemberId } = person;
    await insertTeamMember(transaction, applicationId, person);
    await recordAudit(transaction, {
      ...operatorsAct(applicationId, now),
      action: 'team.invited',
      details: { teamMemberId, role },
    });
    const details = { applicationName: name, clientId };
    await queueInvitedMail(transaction, dependencies, { kind: 'team-invited', email, details });
    return person;
  });
}

/**
 * Removes somebody from the team of a partner, or takes an invitation back.
 * @param needsOwner Whether one owner has to stay.
 * @throws ProblemError if there is nobody with this id in the team, or it is the last owner.
 */
export async function removeFromTeam(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { clientId, teamMemberId }: { clientId: string; teamMemberId: string },
  { needsOwner }: { needsOwner: boolean },
): Promise<void> {
  const now = clock();
  await database.transaction().execute(async (transaction) => {
    const { id: applicationId } = await lockLivePartner(transaction, clientId);
    const team = await listTeam(transaction, applicationId);
    const person = team.find((one) => one.teamMemberId === teamMemberId);
    if (person === undefined) throw noPerson(teamMemberId);
    const owners = team.filter(({ role, joinedAt }) => role === 'owner' && joinedAt !== null);
    if (needsOwner && owners.length === 1 && owners[0] === person) {
      const detail = 'This is the only owner. Make somebody else an owner first.';
      throw refuseField('/path/teamMemberId', detail, 'minItems');
    }
    await deleteTeamMember(transaction, teamMemberId);
    await recordAudit(transaction, {
      ...operatorsAct(applicationId, now),
      action: 'team.removed',
      details: { teamMemberId, role: person.role },
    });
  });
}

/** Lets a person who opens the console join the teams that invited their address. */
export async function acceptInvitations(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { accountId, email }: PartnerPerson,
): Promise<void> {
  const now = clock();
  await database.transaction().execute(async (transaction) => {
    const joined = await acceptInvitationsOf(transaction, { accountId, email, now });
    await recordAudits(
      transaction,
      joined.map(({ id, applicationId, role }) => ({
        ...operatorsAct(applicationId, now),
        action: 'team.joined',
        details: { teamMemberId: id, role },
      })),
    );
  });
}

function noPerson(teamMemberId: string): ProblemError {
  const detail = `There is nobody ${teamMemberId} in the team. List the team to find the id.`;
  return new ProblemError('not_found', { detail });
}

import { acceptInvitations } from '@partner-rating/service/src/console/actions/partners.ts';
import type { PartnerPerson } from '@partner-rating/service/src/console/api/caller.ts';
import { operations } from '@partner-rating/service/src/console/api/interface.gen.ts';
import type { InterfaceOperation } from '@partner-rating/service/src/console/api/interface-types.ts';
import { pick } from '@partner-rating/service/src/platform/random.ts';
import { expectEqual, expectThat } from '../finding.ts';
import { runToSuccess } from '../world/command-line.ts';
import { callAsPerson } from '../world/console.ts';
import { noteRequestedMail } from '../world/mailbox.ts';
import type { TeamRole } from '../world/model.ts';
import { operate } from '../world/network.ts';
import { PARTNERS, PEOPLE } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { type Action, choose, upTo } from './action.ts';

const ROLES: readonly TeamRole[] = ['owner', 'developer'];

/** The operator invites a person to a partner's team, who joins it, or removes them from it. */
export const changeTeam: Action<{ partner: number; person: number; role: TeamRole }> = {
  weight: 3,
  commands: ['partner team add', 'partner team list', 'partner team remove'],
  draw: (random) => ({
    partner: upTo(random, PARTNERS),
    person: upTo(random, PEOPLE.length),
    role: pick(random, ROLES),
  }),
  play: async (world, { partner, person: number, role }) => {
    const { clientId, name } = world.partner(partner);
    const person = PEOPLE[number] ?? PEOPLE[0];
    const { model } = world;
    if (model.teamRole(partner, person.accountId) === null) {
      if (!noteRequestedMail(world, `invitation of ${person.email}`)) {
        return `${person.name} got too many invitations to be invited to ${name}.`;
      }
      const invitation = ['--email', person.email, '--role', role];
      await runToSuccess(world, 'partner', 'team', 'add', clientId, ...invitation);
      await operate(world, async () => await acceptInvitations(world.dependencies, person));
      model.teams.push({ partner, accountId: person.accountId, role });
      return `${person.name} joins the team of ${name} as ${role}.`;
    }
    const team = await runToSuccess(world, 'partner', 'team', 'list', clientId);
    const id = team.find(({ email }) => email === person.email)?.teamMemberId;
    expectThat(id !== undefined, () => `${person.name} is not listed in the team of ${name}.`);
    await runToSuccess(world, 'partner', 'team', 'remove', clientId, `${id}`);
    model.leaveTeam(partner, person.accountId);
    return `${person.name} is removed from the team of ${name}.`;
  },
};

const ofTeams = operations.filter(
  ({ teamRole, path }) =>
    teamRole === 'any' || (teamRole !== null && /\{(clientId|keyId)\}/.test(path)),
);
const ofOwners = ofTeams.filter(({ teamRole }) => teamRole === 'owner');

// Owners are chosen as often as all others together, because there are few.
const called = [...ofTeams, ...Array.from({ length: 8 }, () => ofOwners).flat()];

/**
 * The people of partners call an operation on the console, for applications of their teams and for
 * others.
 */
export const useConsole: Action<{ operation: number; partner: number }> = {
  weight: 5,
  draw: (random) => ({
    operation: upTo(random, called.length),
    partner: upTo(random, PARTNERS),
  }),
  play: async (world, { operation: which, partner: drawn }) => {
    const operation = choose(called, which) as InterfaceOperation;
    const key = operation.path.includes('{keyId}') ? choose(world.model.keys, drawn) : undefined;
    if (operation.path.includes('{keyId}') && key === undefined) return 'There is no key to show.';
    const partner = key?.partner ?? drawn;
    for (const person of PEOPLE) {
      if (operation.id === 'partners.list') await listOwn(world, person);
      else if (operation.teamRole !== 'any') {
        await callAbout(world, { person, operation, partner, keyId: key?.id });
      }
    }
    return `The people of partners call ${operation.id} about ${world.partner(partner).name}.`;
  },
};

interface ConsoleCall {
  person: PartnerPerson;
  operation: InterfaceOperation;
  partner: number;
  keyId: string | undefined;
}

async function callAbout(
  world: World,
  { person, operation, partner, keyId }: ConsoleCall,
): Promise<void> {
  const { clientId, name } = world.partner(partner);
  const refusal = refusalOf(world, operation, partner, person.accountId);
  // Changes are tried only where they must be refused. Commands do the changes, because they know
  // what they change.
  if (refusal === null && operation.method !== 'GET') return;
  const given = { clientId, ...(keyId !== undefined && { keyId }) };
  const { status, code } = await callAsPerson(world, person, operation.id, given);
  expectThat(
    refusal === null ? [200, 404].includes(status) : code === refusal,
    () =>
      `${person.name} calls ${operation.id} about ${name} and is answered ${status} ${code}, not ${refusal ?? 'as the operation says'}.`,
  );
}

async function listOwn(world: World, person: PartnerPerson): Promise<void> {
  const { body } = await callAsPerson(world, person, 'partners.list');
  const listed = (body as { partners: { clientId: string }[] }).partners;
  expectEqual(
    listed.map(({ clientId }) => clientId).toSorted(),
    world.partners
      .filter(({ index }) => world.model.teamRole(index, person.accountId) !== null)
      .map(({ clientId }) => clientId)
      .toSorted(),
    `${person.name} lists other applications than those of their teams.`,
  );
}

function refusalOf(
  { model }: World,
  { teamRole, method }: InterfaceOperation,
  partner: number,
  accountId: string,
): string | null {
  const role = model.teamRole(partner, accountId);
  if (role === null) return 'not_found';
  if (teamRole === 'owner' && role !== 'owner') return 'insufficient_scope';
  return model.suspended.has(partner) && method !== 'GET' ? 'application_suspended' : null;
}

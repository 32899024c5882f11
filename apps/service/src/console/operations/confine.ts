import { type Interceptor, type Operation, ProblemError } from '@partner-rating/server';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { noDelivery } from '../../webhooks/redeliver.ts';
import { noKey } from '../actions/keys.ts';
import { noPartner } from '../actions/partners.ts';
import type { OperatorCaller } from '../api/caller.ts';
import { refuseField } from '../api/handlers.ts';
import {
  type ApplicationReference,
  findManagedApplication,
  type TeamRole,
} from '../store/teams.ts';

type Call = Parameters<Interceptor<OperatorCaller, Request>>[0];

/** The operations that a person calls before they have an application. */
const withoutApplication: readonly string[] = ['partners.list', 'partners.create'];

/**
 * Restricts a person of a partner to the applications of their teams, before the operation runs. Another application is
 * answered like one that does not exist. This check runs before every operation, so that no handler can forget it.
 * @throws ProblemError
 */
export async function confine(
  { database }: Pick<Dependencies, 'database'>,
  { operation, request, context: { principal } }: Call,
): Promise<void> {
  if (principal === null || principal.person === null) return;
  if (withoutApplication.includes(operation.id)) return;
  const { path, query } = request as {
    path: Record<string, string>;
    query: Record<string, string | undefined>;
  };
  const reference = referenceOf(path, query);
  const { accountId } = principal.person;
  const managed = await findManagedApplication(database, accountId, reference);
  if (managed === undefined) throw unknown(reference);
  const needed = neededRole(operation);
  if (needed !== 'developer' && managed.role !== needed) {
    const detail = `This needs the role ${needed} in the team. Ask an owner of the application.`;
    throw new ProblemError('insufficient_scope', { detail });
  }
  if (managed.isSuspended && operation.method !== 'GET') {
    const detail =
      'The operator of the service has suspended this application. Ask the operator first.';
    throw new ProblemError('application_suspended', { detail });
  }
}

function neededRole({ id, security }: Operation): TeamRole {
  const roles = security.find(({ PartnerSession }) => PartnerSession !== undefined)?.PartnerSession;
  const [role] = roles ?? [];
  if (role === 'owner' || role === 'developer') return role;
  throw new Error(`${id} names no role in a team.`);
}

function referenceOf(
  { clientId, keyId, deliveryId }: Record<string, string>,
  { partner }: Record<string, string | undefined>,
): ApplicationReference {
  if (clientId !== undefined) return { clientId };
  if (keyId !== undefined) return { keyId };
  if (deliveryId !== undefined) return { deliveryId };
  if (partner !== undefined) return { clientId: partner };
  throw refuseField('/query/partner', 'Name the application.', 'required');
}

function unknown(reference: ApplicationReference): ProblemError {
  if ('clientId' in reference) return noPartner(reference.clientId);
  return 'keyId' in reference ? noKey(reference.keyId) : noDelivery(reference.deliveryId);
}

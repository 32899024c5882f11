import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { OwnLimits } from '../../platform/http/store/credentials.ts';
import { requireApplication } from './partners.ts';
import { type ApplicationSummary, summarizeApplication } from './store/application-summary.ts';

/** All that an operator needs to know of a partner before they help it or stop it. */
export interface ShownPartner extends ApplicationSummary {
  applicationId: string;
  clientId: string;
  name: string;
  redirectUris: string[];
  createdAt: Date;
  suspendedAt: Date | null;
  /** Since when nothing but its name and its matches are left. */
  deletedAt: Date | null;
  /** Those of its own; the others are the service's. */
  limits: OwnLimits;
  /** Whether it gets access tokens only that are bound to a key (RFC 9449 section 5.2). */
  requireDpop: boolean;
}

/** @throws OperatorError where there is no partner with this client_id. */
export async function showPartner(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  clientId: string,
): Promise<ShownPartner> {
  const application = await requireApplication(database, clientId);
  return {
    applicationId: application.id,
    clientId,
    name: application.name,
    redirectUris: application.redirect_uris,
    createdAt: application.created_at,
    suspendedAt: application.disabled_at,
    deletedAt: application.deleted_at,
    limits: application.rate_limits ?? {},
    requireDpop: application.dpop_bound_access_tokens,
    ...(await summarizeApplication(database, application.id, clock())),
  };
}

import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { lockLivePartner, operatorsAct } from './partners.ts';
import { updateApplication } from './store/applications.ts';

/**
 * Suspends a partner, or lifts it; false where it was so already. Keys, tokens, authorizations and
 * webhooks look at the application whenever they are used, so nothing else has to be changed, and
 * all of it works again once the suspension is lifted.
 */
export async function setSuspension(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  clientId: string,
  { isSuspended, reason }: { isSuspended: boolean; reason?: string | undefined },
): Promise<boolean> {
  const now = clock();
  return await database.transaction().execute(async (transaction) => {
    const application = await lockLivePartner(transaction, clientId);
    if ((application.disabled_at !== null) === isSuspended) return false;
    await updateApplication(transaction, application.id, {
      disabled_at: isSuspended ? now : null,
    });
    await recordAudit(transaction, {
      ...operatorsAct(application.id, now),
      action: isSuspended ? 'partner.suspended' : 'partner.resumed',
      ...(reason !== undefined && { details: { reason } }),
    });
    return true;
  });
}

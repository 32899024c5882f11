import { recordAudit } from '../platform/audit/store/audit.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { findDiscovery, updateDiscovery } from './store/members.ts';

export interface DiscoveryChange {
  memberId: string;
  isDiscoverable: boolean;
  actor: 'player' | 'operator';
}

/**
 * Opts a member in to discovery or out of it. Returns whether the member has that state now: a member under 16 cannot opt
 * in. Nothing changes if the member already has that state.
 */
export async function changeDiscovery(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { memberId, isDiscoverable, actor }: DiscoveryChange,
): Promise<boolean> {
  return await database.transaction().execute(async (transaction) => {
    if (!(await updateDiscovery(transaction, memberId, isDiscoverable))) {
      return (await findDiscovery(transaction, memberId)).isWanted === isDiscoverable;
    }
    await recordAudit(transaction, {
      occurredAt: clock(),
      actor,
      action: 'discovery.changed',
      applicationId: null,
      memberId,
      details: { isDiscoverable },
    });
    return true;
  });
}

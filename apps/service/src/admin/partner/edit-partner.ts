import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { OperatorError } from '../terminal/operator-error.ts';
import { refuseName, refuseRedirects } from './partner-faults.ts';
import { lockLivePartner, operatorsAct } from './partners.ts';
import { updateApplication } from './store/applications.ts';

/** What to change of a partner; what is left out stays. */
export interface PartnerEdit {
  name?: string | undefined;
  /** All redirect addresses, in place of those there are. */
  redirectUris?: readonly string[] | undefined;
  addedRedirectUris?: readonly string[] | undefined;
  removedRedirectUris?: readonly string[] | undefined;
  /** Whether it gets access tokens only that are bound to a key (RFC 9449 section 5.2). */
  requireDpop?: boolean | undefined;
}

export interface EditedPartner {
  name: string;
  redirectUris: string[];
  requireDpop: boolean;
}

/**
 * Changes a partner's name, redirect addresses and kind of tokens, from the next request on. Players who are on their way to an
 * address that is taken away are not sent there any more.
 * @throws OperatorError where the edit contradicts itself or leaves nothing that works.
 */
export async function editPartner(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  clientId: string,
  edit: PartnerEdit,
): Promise<EditedPartner> {
  const now = clock();
  return await database.transaction().execute(async (transaction) => {
    const application = await lockLivePartner(transaction, clientId);
    const before: EditedPartner = {
      name: application.name,
      redirectUris: application.redirect_uris,
      requireDpop: application.dpop_bound_access_tokens,
    };
    const after: EditedPartner = {
      name: edit.name?.normalize('NFC') ?? before.name,
      redirectUris: redirectUrisAfter(before.redirectUris, edit),
      requireDpop: edit.requireDpop ?? before.requireDpop,
    };
    refuseName(after.name);
    refuseRedirects(after.redirectUris);
    if (JSON.stringify(after) === JSON.stringify(before)) return after;
    await updateApplication(transaction, application.id, {
      name: after.name,
      redirect_uris: after.redirectUris,
      dpop_bound_access_tokens: after.requireDpop,
    });
    await recordAudit(transaction, {
      ...operatorsAct(application.id, now),
      action: 'partner.edited',
      details: { before, after },
    });
    return after;
  });
}

function redirectUrisAfter(
  before: readonly string[],
  { redirectUris, addedRedirectUris = [], removedRedirectUris = [] }: PartnerEdit,
): string[] {
  if (redirectUris !== undefined) {
    if (addedRedirectUris.length + removedRedirectUris.length > 0) {
      throw new OperatorError(
        'Give all addresses by --redirect-uri, or change some by --add-redirect-uri and --remove-redirect-uri.',
      );
    }
    return [...new Set(redirectUris)];
  }
  const unknown = removedRedirectUris.filter((address) => !before.includes(address));
  if (unknown.length > 0) {
    throw new OperatorError(
      `${unknown.join(', ')} is none of its redirect addresses: ${before.join(', ')}`,
    );
  }
  const left = before.filter((address) => !removedRedirectUris.includes(address));
  return [...new Set([...left, ...addedRedirectUris])];
}

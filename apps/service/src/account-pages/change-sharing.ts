import { setNotice } from '../accounts/notice.ts';
import { recordAudit } from '../platform/audit/store/audit.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { redirectAnswer } from '../platform/pages/answer.ts';
import { newSecret } from '../platform/secrets/secrets.ts';
import { findMember } from '../players/find-member.ts';
import { ACCOUNT_PATH, type AccountStep } from './account-form.ts';
import { mayShare } from './domain/may-share.ts';
import { deleteSharedPage, insertSharedPage } from './store/shared-pages.ts';

/**
 * "Show my ratings to anybody with the address". The form names the state that is wanted. Each time it is switched on the
 * page has a new address, which nobody can guess.
 */
export function submitSharing(dependencies: Dependencies): AccountStep {
  const { database, clock } = dependencies;
  return async ({ field }, { memberId }) => {
    const wanted = field('shared');
    if (wanted !== 'on' && wanted !== 'off') return redirectAnswer(ACCOUNT_PATH);
    const isShared = wanted === 'on';
    const now = clock();
    const member = await findMember(database, memberId);
    if (isShared && (member === undefined || !mayShare(member, now))) {
      return redirectAnswer(ACCOUNT_PATH);
    }
    await database.transaction().execute(async (transaction) => {
      const isChanged = isShared
        ? await insertSharedPage(transaction, { memberId, address: newSecret(''), createdAt: now })
        : await deleteSharedPage(transaction, memberId);
      if (!isChanged) return;
      await recordAudit(transaction, {
        ...{ occurredAt: now, actor: 'player', applicationId: null, memberId },
        action: 'sharing.changed',
        details: { isShared },
      });
    });
    const kind = isShared ? 'shared' : 'not-shared';
    return redirectAnswer(ACCOUNT_PATH, [setNotice(dependencies, { kind })]);
  };
}

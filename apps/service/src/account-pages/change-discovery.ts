import { setNotice } from '../accounts/notice.ts';
import { changeDiscovery } from '../members/change-discovery.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { redirectAnswer } from '../platform/pages/answer.ts';
import { ACCOUNT_PATH, type AccountStep } from './account-form.ts';

/** "Show me in search and on leaderboards". The form names the state that is wanted. */
export function submitDiscovery(dependencies: Dependencies): AccountStep {
  return async ({ field }, { memberId }) => {
    const wanted = field('discoverable');
    if (wanted !== 'on' && wanted !== 'off') return redirectAnswer(ACCOUNT_PATH);
    const isDiscoverable = wanted === 'on';
    const change = { memberId, isDiscoverable, actor: 'player' } as const;
    if (!(await changeDiscovery(dependencies, change))) return redirectAnswer(ACCOUNT_PATH);
    const kind = isDiscoverable ? 'shown' : 'hidden';
    return redirectAnswer(ACCOUNT_PATH, [setNotice(dependencies, { kind })]);
  };
}

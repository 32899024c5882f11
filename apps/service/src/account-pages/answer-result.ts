import { type Notice, setNotice } from '../accounts/notice.ts';
import {
  confirmResult,
  denyResult,
  disputeResult,
  distinguishResult,
} from '../matches/answer-result.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { redirectAnswer } from '../platform/pages/answer.ts';
import { ACCOUNT_PATH, type AccountStep } from './account-form.ts';
import { isMatchesAddress } from './domain/matches-address.ts';

const answers = {
  confirm: { respond: confirmResult, kind: 'result-confirmed' },
  deny: { respond: denyResult, kind: 'result-denied' },
  dispute: { respond: disputeResult, kind: 'result-disputed' },
  distinct: { respond: distinguishResult, kind: 'result-distinct' },
} as const;

/** "Confirm", "This was not me" or "This is wrong", said to one result; it leads back to the page it was said on. */
export function submitResultAnswer(dependencies: Dependencies): AccountStep {
  return async ({ field }, { memberId }) => {
    const wanted = field('answer');
    const matchId = field('match');
    const from = field('from');
    const address = isMatchesAddress(from) ? from : ACCOUNT_PATH;
    if (wanted === null || matchId === null || !isAnswer(wanted)) return redirectAnswer(address);
    const { respond, kind } = answers[wanted];
    const outcome = await respond(dependencies, { memberId, matchId });
    const isDone = outcome.kind === 'recorded' || outcome.kind === 'unchanged';
    const notice: Notice = { kind: isDone ? kind : 'result-moved-on' };
    return redirectAnswer(address, [setNotice(dependencies, notice)]);
  };
}

function isAnswer(text: string): text is keyof typeof answers {
  return Object.hasOwn(answers, text);
}

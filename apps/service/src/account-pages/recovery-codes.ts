import { codeRefusal } from '../accounts/code-refusal.ts';
import { inGroups } from '../accounts/domain/typed-code.ts';
import { RECOVERY_PATH } from '../accounts/links.ts';
import type { Throttles } from '../accounts/log-in-throttle.ts';
import { setNotice } from '../accounts/notice.ts';
import { proveWithCode } from '../accounts/prove-with-code.ts';
import { renewRecoveryCodes } from '../accounts/second-factor.ts';
import { findSecondFactor } from '../accounts/store/second-factors.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import {
  type HtmlAnswer,
  htmlAnswer,
  type PageAnswer,
  redirectAnswer,
} from '../platform/pages/answer.ts';
import { codeField } from '../platform/pages/log-in-code-form.ts';
import { renderRecoveryCodes } from '../platform/pages/render-second-factor.ts';
import { createSecretSealing } from '../platform/secrets/sealing.ts';
import { ACCOUNT_PATH, type AccountStep, type LoggedInPlayer } from './account-form.ts';
import { type Attempt, passwordField, proofPage, untried } from './proof-form.ts';

/** The page that shows recovery codes, the one time that they are shown. */
export function recoveryCodesPage(codes: readonly string[], done: string): HtmlAnswer {
  const notice = { subject: null, text: done };
  return htmlAnswer(200, renderRecoveryCodes({ codes: codes.map(inGroups), notice }));
}

/** The page where a player makes new ones. */
export function renewalPage(player: LoggedInPlayer, attempt: Attempt = untried): HtmlAnswer {
  const page = {
    heading: 'Make new recovery codes',
    lead: 'After that, the codes you have now no longer work.',
    action: RECOVERY_PATH,
    fields: [passwordField, codeField],
    submit: 'Make new codes',
    faultHeading: 'The recovery codes are as before',
  };
  return proofPage(player, page, attempt);
}

export async function showRenewal(
  dependencies: Dependencies,
  player: LoggedInPlayer,
): Promise<PageAnswer> {
  const isOff = (await findSecondFactor(dependencies.database, player.memberId)) === null;
  return isOff ? isOffAnswer(dependencies) : renewalPage(player);
}

export function submitRenewal(
  dependencies: Dependencies,
  throttles: Pick<Throttles, 'password' | 'code'>,
): AccountStep {
  const sealing = createSecretSealing(dependencies.configuration);
  return async (form, player) => {
    const proof = await proveWithCode(dependencies, throttles, player, form);
    if ('faults' in proof) return renewalPage(player, proof);
    const { holder, code } = proof;
    const outcome = await renewRecoveryCodes(dependencies, sealing, holder, code);
    if (outcome === 'off') return isOffAnswer(dependencies);
    return typeof outcome === 'string'
      ? renewalPage(player, codeRefusal(outcome))
      : recoveryCodesPage(outcome.recoveryCodes, 'The recovery codes you had no longer work.');
  };
}

function isOffAnswer(dependencies: Dependencies): PageAnswer {
  return redirectAnswer(ACCOUNT_PATH, [setNotice(dependencies, { kind: 'factor-off' })]);
}

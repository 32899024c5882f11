import { codeRefusal } from '../accounts/code-refusal.ts';
import type { Throttles } from '../accounts/log-in-throttle.ts';
import { setNotice } from '../accounts/notice.ts';
import { proveWithCode } from '../accounts/prove-with-code.ts';
import { disableSecondFactor } from '../accounts/second-factor.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { type HtmlAnswer, redirectAnswer } from '../platform/pages/answer.ts';
import { codeField } from '../platform/pages/log-in-code-form.ts';
import { createSecretSealing } from '../platform/secrets/sealing.ts';
import { ACCOUNT_PATH, type AccountStep, type LoggedInPlayer } from './account-form.ts';
import { type Attempt, passwordField, proofPage, untried } from './proof-form.ts';

export const TURN_OFF_PATH = '/account/second-factor/off';

export function turnOffPage(player: LoggedInPlayer, attempt: Attempt = untried): HtmlAnswer {
  const page = {
    heading: 'Turn off the second factor?',
    lead: 'A log-in then asks for your password alone. The key in your app and your recovery codes then no longer work.',
    action: TURN_OFF_PATH,
    fields: [passwordField, codeField],
    submit: 'Turn off',
    isDangerous: true,
    faultHeading: 'The second factor is still on',
  };
  return proofPage(player, page, attempt);
}

export function submitTurnOff(
  dependencies: Dependencies,
  throttles: Pick<Throttles, 'password' | 'code'>,
): AccountStep {
  const sealing = createSecretSealing(dependencies.configuration);
  return async (form, player) => {
    const proof = await proveWithCode(dependencies, throttles, player, form);
    if ('faults' in proof) return turnOffPage(player, proof);
    const { holder, code } = proof;
    const verified = await disableSecondFactor(dependencies, sealing, holder, code);
    return verified === 'right' || verified === 'off'
      ? redirectAnswer(ACCOUNT_PATH, [setNotice(dependencies, { kind: 'factor-off' })])
      : turnOffPage(player, codeRefusal(verified));
  };
}

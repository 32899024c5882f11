import { inGroups, newKey, readTypedCode } from '../../connect/login/domain/passwords.ts';
import { refusalOf } from '../../connect/login/domain/refusals.ts';
import { RECOVERY_PATH, type Tickets } from '../../connect/login/links.ts';
import { codeField } from '../../connect/login/notice.ts';
import { createFormToken } from '../../connect/login/posted-form.ts';
import {
  codeRefusal,
  notOfKey,
  provePassword,
  proveWithCode,
} from '../../connect/login/prove-owner.ts';
import {
  disableSecondFactor,
  enableSecondFactor,
  renewRecoveryCodes,
} from '../../connect/login/second-factor.ts';
import { findSecondFactor } from '../../connect/login/store/second-factors.ts';
import type { Throttles } from '../../connect/login/throttles.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { type HtmlAnswer, htmlAnswer, type PageAnswer } from '../../platform/pages/answer.ts';
import { createSecretSealing } from '../../platform/secrets/sealing.ts';
import { accountTexts } from '../domain/texts.ts';
import {
  type AccountStep,
  type Attempt,
  doneAnswer,
  type LoggedInPlayer,
  passwordField,
  proofPage,
  SETTINGS_PATH,
  untried,
} from './account-form.ts';
import { renderAccountPage } from './render-page.ts';
import { renderSetUp } from './second-factor-page.ts';

export const TURN_OFF_PATH = '/account/second-factor/off';

function turnOffPage(player: LoggedInPlayer, attempt: Attempt = untried): HtmlAnswer {
  const page = {
    ...accountTexts().secondFactor.turnOff,
    action: TURN_OFF_PATH,
    fields: [passwordField(), codeField()],
    isDangerous: true,
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
    if ('errors' in proof) return turnOffPage(player, proof);
    const { holder, code } = proof;
    const verified = await disableSecondFactor(dependencies, sealing, holder, code);
    return verified === 'right' || verified === 'off'
      ? doneAnswer(dependencies, { kind: 'factor-off' })
      : turnOffPage(player, codeRefusal(verified));
  };
}

export const SECOND_FACTOR_PATH = '/account/second-factor';

export const TURN_ON_PATH = `${SECOND_FACTOR_PATH}/on`;

/**
 * Carries a new key from one form to the next, until a code shows that an app has the key. Only sealed data reaches the
 * browser.
 */
type SetUpTickets = Tickets<{ key: string }>;

const setUpUse = ({ session }: LoggedInPlayer) => ({ purpose: 'set-up', cookie: session }) as const;

/** Returns the page where a player turns two-step verification on, or off if it is on. */
export async function secondFactorPage(
  { database }: Pick<Dependencies, 'database'>,
  player: LoggedInPlayer,
): Promise<HtmlAnswer> {
  const isOff = (await findSecondFactor(database, player.memberId)) === null;
  return isOff ? turnOnPage(player) : turnOffPage(player);
}

/** Returns the page that asks for the password before there is a key. */
function turnOnPage(player: LoggedInPlayer, attempt: Attempt = untried): HtmlAnswer {
  const page = {
    ...accountTexts().secondFactor.turnOn,
    action: SECOND_FACTOR_PATH,
    fields: [passwordField()],
  };
  return proofPage(player, page, attempt);
}

/** Handles the form of that page: creates a key for an app. */
export function submitSetUp(
  dependencies: Dependencies,
  throttle: Throttles['password'],
  tickets: SetUpTickets,
): AccountStep {
  return async ({ field }, player) => {
    const proof = await provePassword(dependencies, throttle, player.memberId, field('password'));
    if ('errors' in proof) return turnOnPage(player, proof);
    const key = newKey();
    return setUpPage(player, { key, ticket: await tickets.issue(setUpUse(player), { key }) });
  };
}

function setUpPage(
  { email, name, session }: LoggedInPlayer,
  { key, ticket }: { key: string; ticket: string },
  { status, errors }: Attempt = untried,
): HtmlAnswer {
  const formToken = createFormToken(session);
  const form = { action: TURN_ON_PATH, formToken, ticket, cancel: SETTINGS_PATH, errors };
  const page = renderSetUp({ ...form, key, account: email ?? name });
  return htmlAnswer(status, page, { formAction: 'self' });
}

/** Handles the form with the code that shows that an app has the key. Two-step verification is on after that. */
export function submitTurnOn(dependencies: Dependencies, tickets: SetUpTickets): AccountStep {
  const sealing = createSecretSealing(dependencies.configuration);
  return async ({ field }, player) => {
    const ticket = field('ticket');
    const setUp = await tickets.open(setUpUse(player), ticket);
    if (setUp === null)
      return turnOnPage(player, refusalOf(null, accountTexts().secondFactor.tookTooLong));
    const { key } = setUp;
    const code = readTypedCode(field('code'));
    if (code === null) return setUpPage(player, { key, ticket }, notOfKey());
    const outcome = await enableSecondFactor(dependencies, sealing, player, { key, code });
    switch (outcome) {
      case 'wrong':
        return setUpPage(player, { key, ticket }, notOfKey());
      case 'on-already':
        return doneAnswer(dependencies, { kind: 'factor-on' });
      case 'another-key':
        return doneAnswer(dependencies, { kind: 'factor-not-new' });
      default:
        return recoveryCodesPage(outcome.recoveryCodes, accountTexts().secondFactor.isOn);
    }
  };
}

/** Returns the page that shows recovery codes, the only time that they are shown. */
function recoveryCodesPage(codes: readonly string[], done: string): HtmlAnswer {
  const page = renderAccountPage('recovery-codes', {
    title: accountTexts().secondFactor.codes,
    codes: codes.map(inGroups),
    notice: { subject: null, text: done },
  });
  return htmlAnswer(200, page);
}

/** Returns the page where a player creates new recovery codes. */
function renewalPage(player: LoggedInPlayer, attempt: Attempt = untried): HtmlAnswer {
  const page = {
    ...accountTexts().secondFactor.renew,
    action: RECOVERY_PATH,
    fields: [passwordField(), codeField()],
  };
  return proofPage(player, page, attempt);
}

export async function showRenewal(
  dependencies: Dependencies,
  player: LoggedInPlayer,
): Promise<PageAnswer> {
  const isOff = (await findSecondFactor(dependencies.database, player.memberId)) === null;
  return isOff ? doneAnswer(dependencies, { kind: 'factor-off' }) : renewalPage(player);
}

export function submitRenewal(
  dependencies: Dependencies,
  throttles: Pick<Throttles, 'password' | 'code'>,
): AccountStep {
  const sealing = createSecretSealing(dependencies.configuration);
  return async (form, player) => {
    const proof = await proveWithCode(dependencies, throttles, player, form);
    if ('errors' in proof) return renewalPage(player, proof);
    const { holder, code } = proof;
    const outcome = await renewRecoveryCodes(dependencies, sealing, holder, code);
    if (outcome === 'off') return doneAnswer(dependencies, { kind: 'factor-off' });
    return typeof outcome === 'string'
      ? renewalPage(player, codeRefusal(outcome))
      : recoveryCodesPage(outcome.recoveryCodes, accountTexts().secondFactor.renewed);
  };
}

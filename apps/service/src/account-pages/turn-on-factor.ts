import { notOfKey } from '../accounts/code-refusal.ts';
import { keyAddress, newKey } from '../accounts/domain/one-time-code.ts';
import { inGroups, readTypedCode } from '../accounts/domain/typed-code.ts';
import { createFormToken } from '../accounts/form-token.ts';
import type { PasswordThrottle } from '../accounts/log-in-throttle.ts';
import { setNotice } from '../accounts/notice.ts';
import { provePassword } from '../accounts/prove-password.ts';
import { enableSecondFactor } from '../accounts/second-factor.ts';
import { findSecondFactor } from '../accounts/store/second-factors.ts';
import { createTickets, type Tickets } from '../accounts/tickets.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { type HtmlAnswer, htmlAnswer, redirectAnswer } from '../platform/pages/answer.ts';
import { renderSetUp } from '../platform/pages/render-second-factor.ts';
import { createSecretSealing } from '../platform/secrets/sealing.ts';
import { ACCOUNT_PATH, type AccountStep, type LoggedInPlayer } from './account-form.ts';
import { qrCode } from './domain/qr-code.ts';
import { type Attempt, passwordField, proofPage, untried } from './proof-form.ts';
import { recoveryCodesPage } from './recovery-codes.ts';
import { turnOffPage } from './turn-off-factor.ts';

export const SECOND_FACTOR_PATH = '/account/second-factor';
export const TURN_ON_PATH = `${SECOND_FACTOR_PATH}/on`;

/** A key that is nobody's until a code shows that an app has it. The browser carries it, sealed. */
export type SetUpTickets = Tickets<{ key: string }>;

const setUpUse = ({ session }: LoggedInPlayer) => ({ purpose: 'set-up', cookie: session }) as const;

/** The page where a player turns the second factor on; off, where it is on. */
export async function secondFactorPage(
  { database }: Pick<Dependencies, 'database'>,
  player: LoggedInPlayer,
): Promise<HtmlAnswer> {
  const isOff = (await findSecondFactor(database, player.memberId)) === null;
  return isOff ? turnOnPage(player) : turnOffPage(player);
}

/** The page that asks for the password before there is a key. */
function turnOnPage(player: LoggedInPlayer, attempt: Attempt = untried): HtmlAnswer {
  const page = {
    heading: 'Turn on a second factor',
    lead: 'Besides your password, a log-in then asks for a code of an app on your phone. Someone who learns your password still cannot log in.',
    action: SECOND_FACTOR_PATH,
    fields: [passwordField],
    submit: 'Go on',
    faultHeading: 'Nothing was changed',
  };
  return proofPage(player, page, attempt);
}

/** Its form: a new key, to be taken over by an app. */
export function submitSetUp(
  dependencies: Dependencies,
  throttle: PasswordThrottle,
  tickets: SetUpTickets,
): AccountStep {
  return async ({ field }, player) => {
    const proof = await provePassword(dependencies, throttle, player.memberId, field('password'));
    if ('faults' in proof) return turnOnPage(player, proof);
    const key = newKey();
    return setUpPage(player, { key, ticket: await tickets.issue(setUpUse(player), { key }) });
  };
}

function setUpPage(
  { email, name, session }: LoggedInPlayer,
  { key, ticket }: { key: string; ticket: string },
  { status, faults }: Attempt = untried,
): HtmlAnswer {
  const address = keyAddress(key, email ?? name);
  const page = renderSetUp({
    action: TURN_ON_PATH,
    formToken: createFormToken(session),
    ticket,
    key: inGroups(key),
    keyAddress: address,
    qr: qrCode(address),
    cancel: ACCOUNT_PATH,
    faults,
  });
  return htmlAnswer(status, page, { formAction: 'self' });
}

/** The form with the code that shows that an app has the key: the second factor is on from then on. */
export function submitTurnOn(dependencies: Dependencies, tickets: SetUpTickets): AccountStep {
  const sealing = createSecretSealing(dependencies.configuration);
  return async ({ field }, player) => {
    const ticket = field('ticket');
    const setUp = await tickets.open(setUpUse(player), ticket);
    if (setUp === null) return turnOnPage(player, tookTooLong);
    const { key } = setUp;
    const code = readTypedCode(field('code'));
    if (code === null) return setUpPage(player, { key, ticket }, notOfKey);
    const outcome = await enableSecondFactor(dependencies, sealing, player, { key, code });
    switch (outcome) {
      case 'wrong':
        return setUpPage(player, { key, ticket }, notOfKey);
      case 'on-already':
        return redirectAnswer(ACCOUNT_PATH, [setNotice(dependencies, { kind: 'factor-on' })]);
      case 'another-key':
        return redirectAnswer(ACCOUNT_PATH, [setNotice(dependencies, { kind: 'factor-not-new' })]);
      default:
        return recoveryCodesPage(outcome.recoveryCodes, 'Your second factor is on.');
    }
  };
}

const tookTooLong: Attempt = {
  status: 422,
  faults: [{ field: null, text: 'That took too long. Enter your password for a new key.' }],
};

export function createSetUpTickets(dependencies: Dependencies): SetUpTickets {
  return createTickets(dependencies);
}

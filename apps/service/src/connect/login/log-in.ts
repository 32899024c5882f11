/**
 * The log-in form: throttles the attempt, checks the password, asks for a code if needed, and begins the session.
 * `log-in-code.ts` has the second form, which asks for the code.
 */
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { sendsMail } from '../../platform/mail/outbox.ts';
import type { FormError } from '../../platform/pages/render.ts';
import { createSecretSealing, type SecretSealing } from '../../platform/secrets/sealing.ts';
import { connectTexts } from '../domain/texts.ts';
import { checkPassword } from './check-password.ts';
import { countFailure, returnGuess, takeGuess } from './daily-attempts.ts';
import { isKnownDevice } from './devices.ts';
import { type AccountMail, browserWords, readEmail } from './domain/account-mail.ts';
import { readTypedCode, type TypedCode } from './domain/passwords.ts';
import { dailyRefusal, type LogInRefusal, refusalOf, throttledRefusal } from './domain/refusals.ts';
import {
  createTickets,
  type LogInTicket,
  type LogInTickets,
  logInUse,
  passwordDigest,
} from './links.ts';
import type { PostedForm } from './posted-form.ts';
import { verifyCode } from './prove-owner.ts';
import { queueAccountMail, type Realm, readLogInName, recordAccountAudit } from './realms.ts';
import { completeLogIn, countLogIn, type LoggedIn } from './sessions.ts';
import {
  findNamedAccount,
  isAccountLocked,
  lockPassword,
  type NamedAccount,
  type NamedRecord,
  recordLogIn,
} from './store/accounts.ts';
import { findSecondFactor } from './store/second-factors.ts';
import type { Throttles } from './throttles.ts';

/** The tools of both log-in forms. */
export interface LogInTools {
  throttles: Pick<Throttles, 'logIn' | 'code'>;
  tickets: LogInTickets;
  sealing: SecretSealing;
}

export function createLogInTools(
  dependencies: Pick<Dependencies, 'clock' | 'configuration'>,
  throttles: LogInTools['throttles'],
): LogInTools {
  const sealing = createSecretSealing(dependencies.configuration);
  return { throttles, tickets: createTickets(dependencies), sealing };
}

/** The password was right, and the next form asks for a code. There is no session yet. */
export interface CodeAsked {
  ticket: string;
}

/** Tries a log-in form. Returns a new session, a ticket for the form with the code, or a refusal. */
export async function attemptLogIn(
  dependencies: Dependencies,
  tools: LogInTools,
  form: PostedForm,
): Promise<LoggedIn | CodeAsked | LogInRefusal> {
  const outcome = await judgeLogIn(dependencies, tools, form);
  countLogIn(dependencies, outcome);
  return outcome;
}

async function judgeLogIn(
  dependencies: Dependencies,
  tools: LogInTools,
  form: PostedForm,
): Promise<LoggedIn | CodeAsked | LogInRefusal> {
  const attempt = await readAttempt(dependencies, form);
  const missing = missingFields(attempt);
  if (missing.length > 0) return { status: 422, errors: missing };
  const throttled = await throttleAttempt(dependencies, tools, attempt);
  if (throttled !== null) return throttled;
  const { account, accountId } = await checkPassword(dependencies, attempt);
  const isRefused = account !== null && (await hasTooManyCodes(tools, attempt, account));
  const checked = { accountId, account: isRefused ? null : account };
  const outcome = await dependencies.database
    .transaction()
    .execute(
      async (transaction) => await decide(transaction, dependencies, tools, attempt, checked),
    );
  return 'passwordDigest' in outcome
    ? { ticket: await tools.tickets.issue(logInUse(form.cookies), outcome) }
    : outcome;
}

interface Attempt {
  form: PostedForm;
  realm: Realm;
  typedName: string;
  /** Null if the input cannot name an account. */
  named: NamedAccount | null;
  password: string;
  code: TypedCode | null;
  /** The token of a browser that logged in to this account before. Null for any other browser. */
  knownDevice: string | null;
  /** The browser in words. */
  browser: string;
}

async function readAttempt(dependencies: Dependencies, form: PostedForm): Promise<Attempt> {
  const { field, cookies, raw } = form;
  const { realm, device } = cookies;
  const typedName = field(realm.nameField);
  const named = readLogInName(realm.of, typedName);
  const isKnown = named !== null && (await isKnownDevice(dependencies, named, device));
  return {
    ...{ form, realm, typedName, named },
    password: field('password'),
    code: readTypedCode(field('code')),
    knownDevice: isKnown ? device : null,
    browser: browserWords(raw.headers['user-agent'] ?? null).name,
  };
}

function missingFields({ realm, typedName, password, code }: Attempt): FormError[] {
  const { nameField, needsCode } = realm;
  const { noEmail, noName, noPassword, noOneTimeCode } = connectTexts().errors;
  const noNameAtAll = nameField === 'email' ? noEmail : noName;
  // Accounts that always need a code have no recovery codes.
  const hasCode = !needsCode || code?.kind === 'one-time';
  return [
    ...(typedName.trim() === '' ? [{ field: nameField, text: noNameAtAll }] : []),
    ...(password === '' ? [{ field: 'password', text: noPassword }] : []),
    ...(hasCode ? [] : [{ field: 'code', text: noOneTimeCode }]),
  ];
}

/** Counts the attempt against the limits. Returns a refusal if there were too many. */
async function throttleAttempt(
  dependencies: Dependencies,
  { throttles }: LogInTools,
  attempt: Attempt,
): Promise<LogInRefusal | null> {
  const { form, realm, named, knownDevice } = attempt;
  const who = named ?? { of: realm.of, name: `no ${realm.nameField}` };
  const wait = await throttles.logIn({ ...who, address: form.raw.ip, knownDevice });
  if (wait !== null) return throttledRefusal(wait);
  if (knownDevice !== null || named === null) return null;
  const dailyWait = await takeGuess(dependencies, named, (transaction) =>
    mailOwner(transaction, dependencies, attempt, 'log-in-link'),
  );
  return dailyWait === null ? null : dailyRefusal(dailyWait, howToLogIn(dependencies, realm));
}

function howToLogIn(dependencies: Pick<Dependencies, 'configuration'>, { of }: Realm): string {
  const { useMailedLink, askForLink, askOperatorForLink } = connectTexts().errors;
  // The same words whether or not the operator has an email address, because they must not reveal it.
  if (of === 'operator') return askOperatorForLink;
  return sendsMail(dependencies) ? useMailedLink : askForLink;
}

// Too many codes are refused like a wrong password, because a wait would reveal that the password is right.
async function hasTooManyCodes(
  { throttles }: LogInTools,
  { realm, knownDevice }: Attempt,
  { accountId, passwordHash }: NamedRecord,
): Promise<boolean> {
  if (!realm.needsCode) return false;
  const account = { accountId, passwordDigest: passwordDigest({ passwordHash }) };
  // The address was counted with the log-in form.
  const wait = await throttles.code({ ...account, address: null, knownDevice, kind: 'one-time' });
  return wait !== null;
}

/** The account if the password was right, and the account that was tried, if it exists. */
interface Checked {
  account: NamedRecord | null;
  accountId: string | null;
}

/** Decides after the password was checked: a session, the contents of a ticket, or a refusal. */
async function decide(
  transaction: DatabaseTransaction,
  dependencies: Dependencies,
  { sealing }: LogInTools,
  attempt: Attempt,
  { account, accountId }: Checked,
): Promise<LoggedIn | LogInTicket | LogInRefusal> {
  const { form, named, knownDevice, browser } = attempt;
  const { of, needsCode } = attempt.realm;
  const now = dependencies.clock();
  // Without address and header, because the entry is not deleted with the account.
  const record = async (action: 'log_in.refused' | 'log_in.code_asked') =>
    await recordAccountAudit(transaction, { of, accountId, now, action, details: { browser } });

  if (account === null || !(await isProven(transaction, dependencies, sealing, attempt, account))) {
    // Counted also if there is no account, so that the time does not reveal who has one.
    if (named !== null) {
      await countFailure(transaction, dependencies, named, (details) =>
        mailOwner(transaction, dependencies, attempt, 'log-ins-failed', details),
      );
    }
    await record('log_in.refused');
    return mismatch(attempt.realm);
  }
  // Only after the code, if one is needed. Otherwise the limit of the day would reveal that the password is right.
  if (knownDevice === null && named !== null) await returnGuess(transaction, dependencies, named);
  const owner = { of, accountId: account.accountId, email: account.email };
  // Only somebody with the password learns that the account is locked.
  if (await isAccountLocked(transaction, owner.accountId)) {
    await record('log_in.refused');
    return refusalOf(null, connectTexts().errors.locked);
  }
  if (!needsCode && (await findSecondFactor(transaction, owner.accountId)) !== null) {
    await record('log_in.code_asked');
    return { accountId: owner.accountId, passwordDigest: passwordDigest(account) };
  }
  if (needsCode) await recordLogIn(transaction, owner.accountId, now);
  return await completeLogIn(transaction, dependencies, owner, form);
}

/**
 * Returns whether the password is still the same, and whether the code is right if this realm (kind of account) needs
 * one.
 */
async function isProven(
  transaction: DatabaseTransaction,
  dependencies: Dependencies,
  sealing: SecretSealing,
  { realm: { of, needsCode }, code, browser }: Attempt,
  account: NamedRecord,
): Promise<boolean> {
  // A change of the password ends all sessions. The new session must not begin after that with the old password.
  if (!(await lockPassword(transaction, account, needsCode))) return false;
  if (!needsCode) return true;
  const holder = { of, accountId: account.accountId, email: account.email, browser };
  return (
    code !== null &&
    (await verifyCode(transaction, dependencies, sealing, holder, code)) === 'right'
  );
}

// The refusal does not say which field is wrong, because that would reveal who has an account.
function mismatch({ needsCode }: Realm): LogInRefusal {
  const { errors } = connectTexts();
  return needsCode
    ? refusalOf('name', errors.mismatchWithCode)
    : refusalOf('password', errors.mismatch);
}

/** Queues an email to the owner, also if there is no account, so that the time does not reveal who has one. */
async function mailOwner(
  transaction: DatabaseTransaction,
  dependencies: Dependencies,
  { realm: { of }, named, typedName }: Attempt,
  kind: AccountMail,
  details = {},
): Promise<void> {
  const operator = of === 'operator' && named && (await findNamedAccount(transaction, named));
  const to = operator
    ? { accountId: operator.email === null ? null : operator.accountId, email: operator.email }
    : { accountId: null, email: readEmail(typedName) };
  const mail = { of, accountId: to.accountId, email: to.email ?? '', kind, details };
  await queueAccountMail(transaction, dependencies, mail);
}

import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { sendsMail } from '../../platform/mail/outbox.ts';
import type { FormError } from '../../platform/pages/render.ts';
import { connectTexts } from '../domain/texts.ts';
import type { CodeAttempts } from './attempt-code.ts';
import { checkPassword } from './check-password.ts';
import { countFailure, returnGuess, takeGuess } from './daily-attempts.ts';
import { isKnownDevice } from './devices.ts';
import { type AccountMail, browserWords, readEmail } from './domain/account-mail.ts';
import { readTypedCode, type TypedCode } from './domain/passwords.ts';
import { dailyRefusal, type LogInRefusal, refusalOf, throttledRefusal } from './domain/refusals.ts';
import { logInUse, passwordDigest } from './links.ts';
import type { LogInThrottle } from './log-in-throttle.ts';
import type { PostedForm } from './posted-form.ts';
import { verifyCode } from './prove-owner.ts';
import { queueAccountMail, type Realm, readLogInName, recordAccountAudit } from './realms.ts';
import { completeLogIn, countLogIn, type LoggedIn } from './sessions.ts';
import {
  type AccountRecord,
  findNamedAccount,
  isAccountLocked,
  lockPassword,
  recordLogIn,
} from './store/accounts.ts';
import { findSecondFactor } from './store/second-factors.ts';

/** The password was right, and a code is asked for: there is no session yet. */
export interface CodeAsked {
  ticket: string;
}

/** Tries a log-in form: a new session, what it takes to type a code, or why there is neither. */
export async function attemptLogIn(
  dependencies: Dependencies,
  throttle: LogInThrottle,
  attempts: CodeAttempts,
  form: PostedForm,
): Promise<LoggedIn | CodeAsked | LogInRefusal> {
  const outcome = await judgeLogIn(dependencies, throttle, attempts, form);
  countLogIn(dependencies, outcome);
  return outcome;
}

async function judgeLogIn(
  dependencies: Dependencies,
  throttle: LogInThrottle,
  attempts: CodeAttempts,
  form: PostedForm,
): Promise<LoggedIn | CodeAsked | LogInRefusal> {
  const { field, cookies, raw } = form;
  const { realm } = cookies;
  const { of } = realm;
  const typedName = field(realm.nameField);
  const password = field('password');
  const code = readTypedCode(field('code'));
  const missing = missingFields(realm, typedName, password, code);
  if (missing.length > 0) return { status: 422, errors: missing };
  const named = readLogInName(of, typedName);
  const isKnown = named !== null && (await isKnownDevice(dependencies, named, cookies.device));
  const knownDevice = isKnown ? cookies.device : null;
  const attempt = { address: raw.ip, knownDevice };
  const wait = await throttle({ ...(named ?? { of, name: `no ${realm.nameField}` }), ...attempt });
  if (wait !== null) return throttledRefusal(wait);
  /** Also if there is nobody to write to, so that the time reveals nothing about who has an account. */
  const mailOwner = async (transaction: DatabaseTransaction, kind: AccountMail, details = {}) => {
    const operator = of === 'operator' && named && (await findNamedAccount(transaction, named));
    const to = operator
      ? { accountId: operator.email === null ? null : operator.accountId, email: operator.email }
      : { accountId: null, email: readEmail(typedName) };
    const mail = { of, accountId: to.accountId, email: to.email ?? '', kind, details };
    await queueAccountMail(transaction, dependencies, mail);
  };
  if (knownDevice === null && named !== null) {
    const dailyWait = await takeGuess(dependencies, named, (transaction) =>
      mailOwner(transaction, 'log-in-link'),
    );
    if (dailyWait !== null) return dailyRefusal(dailyWait, howToLogIn(dependencies, realm));
  }
  const { account: fitting, accountId } = await checkPassword(dependencies, { named, password });
  // Too many codes are refused as a wrong password is: to have to wait would say that the password is right.
  const hasTooManyCodes = async ({ accountId, passwordHash }: AccountRecord) =>
    realm.needsCode &&
    (await attempts.throttle({
      ...{ accountId, passwordDigest: passwordDigest({ passwordHash }) },
      // The log-in counted the address.
      ...{ address: null, knownDevice, kind: 'one-time' },
    })) !== null;
  const account = fitting !== null && !(await hasTooManyCodes(fitting)) ? fitting : null;
  const { name: browser } = browserWords(raw.headers['user-agent'] ?? null);
  const now = dependencies.clock();
  const outcome = await dependencies.database.transaction().execute(async (transaction) => {
    // Neither address nor header: the entry cannot be deleted with the account.
    const entry = { of, accountId, now, details: { browser } };
    const refuse = async (refusal: LogInRefusal) => {
      await recordAccountAudit(transaction, { ...entry, action: 'log_in.refused' });
      return refusal;
    };
    // Recorded without an account too, so that the time reveals nothing about who has one.
    const refuseMismatch = async () => {
      if (named !== null) {
        await countFailure(transaction, dependencies, named, (details) =>
          mailOwner(transaction, 'log-ins-failed', details),
        );
      }
      // It does not say what is wrong: that would reveal who has an account.
      const { mismatch, mismatchWithCode } = connectTexts().errors;
      return await refuse(
        realm.needsCode ? refusalOf('name', mismatchWithCode) : refusalOf('password', mismatch),
      );
    };
    // A change of the password ends the sessions there are; this one must not slip in behind it.
    if (account === null || !(await lockPassword(transaction, account, realm.needsCode))) {
      return await refuseMismatch();
    }
    const owner = { of, accountId: account.accountId, email: account.email };
    if (realm.needsCode) {
      const { sealing } = attempts;
      const isRight =
        code !== null &&
        (await verifyCode(transaction, dependencies, sealing, { ...owner, browser }, code)) ===
          'right';
      if (!isRight) return await refuseMismatch();
    }
    // After the code, if one is needed: else the limit of a day would say that the password is right.
    if (knownDevice === null && named !== null) await returnGuess(transaction, dependencies, named);
    // Said only to someone who knows the password.
    if (await isAccountLocked(transaction, owner.accountId))
      return await refuse(refusalOf(null, connectTexts().errors.locked));
    if (realm.needsCode) {
      await recordLogIn(transaction, owner.accountId, now);
      return await completeLogIn(transaction, dependencies, owner, form);
    }
    if ((await findSecondFactor(transaction, owner.accountId)) === null) {
      return await completeLogIn(transaction, dependencies, owner, form);
    }
    await recordAccountAudit(transaction, { ...entry, action: 'log_in.code_asked' });
    return { accountId: owner.accountId, passwordDigest: passwordDigest(account) };
  });
  return 'passwordDigest' in outcome
    ? { ticket: await attempts.tickets.issue(logInUse(cookies), outcome) }
    : outcome;
}

function howToLogIn(dependencies: Pick<Dependencies, 'configuration'>, { of }: Realm): string {
  const { useMailedLink, askForLink, askOperatorForLink } = connectTexts().errors;
  // The same whether or not the operator has an e-mail address.
  if (of === 'operator') return askOperatorForLink;
  return sendsMail(dependencies) ? useMailedLink : askForLink;
}

function missingFields(
  { nameField, needsCode }: Realm,
  name: string,
  password: string,
  code: TypedCode | null,
): FormError[] {
  const { noEmail, noName, noPassword, noOneTimeCode } = connectTexts().errors;
  const noNameAtAll = nameField === 'email' ? noEmail : noName;
  // Nobody who needs a code has recovery codes.
  const hasCode = !needsCode || code?.kind === 'one-time';
  return [
    ...(name.trim() === '' ? [{ field: nameField, text: noNameAtAll }] : []),
    ...(password === '' ? [{ field: 'password', text: noPassword }] : []),
    ...(hasCode ? [] : [{ field: 'code', text: noOneTimeCode }]),
  ];
}

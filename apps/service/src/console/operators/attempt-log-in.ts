import {
  dailyRefusal,
  type LogInRefusal,
  throttledRefusal,
} from '../../connect/login/attempt-log-in.ts';
import { decoyHash, fitsPassword } from '../../connect/login/check-password.ts';
import {
  countFailure,
  returnGuess,
  takeCodeOfDay,
  takeGuess,
} from '../../connect/login/daily-attempts.ts';
import { browserWords } from '../../connect/login/domain/account-mail.ts';
import { readTypedCode, timeStepOf } from '../../connect/login/domain/passwords.ts';
import { createAccountThrottle, hashOf, waitOf } from '../../connect/login/log-in-throttle.ts';
import { actAs, recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import type { Limits } from '../../platform/http/limits.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import type { FormFault } from '../../platform/pages/render.ts';
import { openOrNull, type SecretSealing } from '../../platform/secrets/sealing.ts';
import type { OperatorMail } from './compose-mail.ts';
import {
  actOfOperator,
  beginOperatorSession,
  isKnownOperatorDevice,
  rememberOperatorDevice,
} from './sessions.ts';
import {
  findOperator,
  lockOperator,
  type OperatorRecord,
  recordLogIn,
} from './store/operator-accounts.ts';

/** What an operator typed, and from where. */
interface OperatorLogIn {
  name: string;
  password: string;
  code: string;
  address: string;
  userAgent: string | null;
  /** The session that the browser had until now. */
  previous: string | null;
  /** The token by which the browser is known; null where it is new. */
  device: string | null;
}

/** The tokens of a new session, and of the browser from now on. */
interface OperatorLoggedIn {
  session: string;
  device: string;
}

/**
 * Tries a log-in with password and code at once: a new session, or why there is none. It never says which of
 * the three was wrong.
 */
export async function attemptOperatorLogIn(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'configuration'>,
  throttle: OperatorThrottle,
  sealing: SecretSealing,
  attempt: OperatorLogIn,
): Promise<OperatorLoggedIn | LogInRefusal> {
  const { database, clock } = dependencies;
  const name = attempt.name.trim().toLowerCase();
  const code = readTypedCode(attempt.code);
  const missing = missingFields(name, attempt.password, code?.kind === 'one-time');
  if (missing.length > 0) return { status: 422, faults: missing };
  const knownDevice = (await isKnownOperatorDevice(dependencies, name, attempt.device))
    ? attempt.device
    : null;
  const wait = await throttle.logIn({ name, address: attempt.address, knownDevice });
  if (wait !== null) return throttledRefusal(wait);
  const operator = await findOperator(database, name);
  const tried = { of: 'operator', name } as const;
  const mail = async (transaction: DatabaseTransaction, kind: OperatorMail, facts = {}) =>
    await queueMail<OperatorMail>(transaction, dependencies, { kind, ...mailTo(operator, facts) });
  if (knownDevice === null) {
    const dailyWait = await takeGuess(dependencies, tried, async (transaction) => {
      await mail(transaction, 'operator-log-in-link');
    });
    if (dailyWait !== null) return dailyRefusal(dailyWait, howToLogIn);
  }

  // Without an account too, so that the time reveals nothing about who has one.
  const fits = await fitsPassword(attempt.password, operator?.passwordHash ?? decoyHash);
  // Too many codes are refused as a wrong password is: to have to wait would say that the password is right.
  const isOwner =
    operator !== undefined &&
    fits &&
    (await throttle.code({ operatorId: operator.id, knownDevice })) === null;
  const owner = isOwner ? operator : null;

  const now = clock();
  const details = { browser: browserWords(attempt.userAgent).name };
  const logIn = async () =>
    await database.transaction().execute(async (transaction) => {
      const locked = owner === null ? undefined : await lockOperator(transaction, owner.id);
      const isSame = locked !== undefined && locked.passwordHash === owner?.passwordHash;
      const timeStep = isSame ? await freshStep(sealing, locked, code?.digits ?? '', now) : null;
      if (!isSame || timeStep === null) {
        await countFailure(transaction, dependencies, tried, async (failed) => {
          await mail(transaction, 'operator-log-ins-failed', failed);
        });
        await recordAudit(transaction, {
          ...actOfOperator(now),
          action: 'operator.refused',
          details,
        });
        return mismatch;
      }
      // Only with the right code too: else the limit of a day would say that the password is right.
      if (knownDevice === null) await returnGuess(transaction, dependencies, tried);
      await recordLogIn(transaction, { id: locked.id, timeStep, now });
      await recordAudit(transaction, {
        ...actOfOperator(now),
        action: 'operator.logged_in',
        details,
      });
      const { previous, device } = attempt;
      const operatorId = locked.id;
      return {
        session: await beginOperatorSession(transaction, { operatorId, previous, now }),
        device: await rememberOperatorDevice(transaction, { operatorId, device, now }),
      };
    });
  // A name that nobody has may be a password, typed into the wrong field.
  return operator === undefined ? await logIn() : await actAs(operator.name, logIn);
}

/** The time step of a code that was not used before; null where it is wrong, or the key cannot be opened any more. */
export async function freshStep(
  sealing: SecretSealing,
  { id, keySealed, lastTimeStep }: OperatorRecord,
  digits: string,
  now: Date,
): Promise<number | null> {
  const key = await openOrNull(sealing, keySealed, id);
  const timeStep = key === null ? null : timeStepOf(digits, key, now);
  return timeStep !== null && timeStep > lastTimeStep ? timeStep : null;
}

// Also where there is nobody to write to, so that the time reveals nothing about who has an account. A name that
// nobody has may be a password, typed into the wrong field: it is not stored.
function mailTo(operator: OperatorRecord | undefined, facts: object) {
  const email = operator?.email ?? '';
  const operatorId = email === '' ? null : operator?.id;
  return { email, memberId: null, details: { operatorId, ...facts } };
}

function missingFields(name: string, password: string, isCode: boolean): FormFault[] {
  return [
    ...(name === '' ? [{ field: 'name', text: 'Enter your name.' }] : []),
    ...(password === '' ? [{ field: 'password', text: 'Enter your password.' }] : []),
    ...(isCode ? [] : [{ field: 'code', text: 'Enter the six digits that your app shows.' }]),
  ];
}

// The same whether or not the operator has an e-mail address, and whether or not there is an operator of this name.
const howToLogIn =
  'If this is your account, use the link in your e-mail, or have `operator account link` print one: it lets you log in with this browser now.';

const mismatch: LogInRefusal = {
  status: 422,
  faults: [
    {
      field: 'name',
      text: 'The name, the password or the code is wrong. A code works once: if yours did already, wait for the next. After many wrong codes none is taken for a while.',
    },
  ],
};

/** Count an attempt each; give the seconds to wait where there were too many, else null. */
export interface OperatorThrottle {
  /** Counts attempts with a name and a password, from an address. */
  logIn: (attempt: OperatorAttempt) => Promise<number | null>;
  /** Counts attempts with a code, after the right password. */
  code: (attempt: { operatorId: string; knownDevice: string | null }) => Promise<number | null>;
}

interface OperatorAttempt {
  name: string;
  address: string;
  /** The token of a browser that this operator logged in with before; null for any other. */
  knownDevice: string | null;
}

/**
 * Applies the limits of the players' log-ins: to an address together with those, and to an operator's
 * account by itself. A browser that the operator logged in with before is counted only by itself, so that
 * nobody can lock the operator out of it. Codes are counted only after the right password, so that nobody
 * without it can use them up.
 */
export function createOperatorThrottle(
  limits: Limits,
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'configuration'>,
): OperatorThrottle {
  const { code } = limits;
  const throttle = createAccountThrottle(limits);
  return {
    logIn: async ({ name, ...attempt }) =>
      await throttle({ ...attempt, account: hashOf(`operator ${name}`) }),
    code: async ({ operatorId, knownDevice }) =>
      knownDevice === null
        ? (waitOf(await code(operatorId)) ?? (await takeCodeOfDay(dependencies, operatorId)))
        : waitOf(await code(hashOf(knownDevice))),
  };
}

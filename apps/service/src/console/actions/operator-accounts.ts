import { ProblemError } from '@partner-rating/server';
import { decoyHash } from '../../connect/login/check-password.ts';
import { readEmail } from '../../connect/login/domain/account-mail.ts';
import { createLink, endLinks } from '../../connect/login/links.ts';
import {
  insertAccount,
  lockAccount,
  overwritePassword,
} from '../../connect/login/store/accounts.ts';
import { deleteDevices } from '../../connect/login/store/devices.ts';
import { deleteSecondFactor } from '../../connect/login/store/second-factors.ts';
import { deleteSessions } from '../../connect/login/store/sessions.ts';
import { type AuditAction, recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { newId } from '../../platform/database/identifiers.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { refuseField } from '../api/caller.ts';
import {
  deleteOperator,
  findOperator,
  type ListedOperator,
  type OperatorRole,
  updateOperator,
} from '../store/operators.ts';

type AccountDependencies = Pick<Dependencies, 'database' | 'clock' | 'publicUrl'>;

interface NewOperator {
  name: string;
  role?: OperatorRole | undefined;
  email?: string | null | undefined;
}

/**
 * Makes an account of an operator, and the link by which they set it up.
 * @throws ProblemError where the name is taken, or the address is none.
 */
export async function createOperator(
  dependencies: AccountDependencies,
  { name, role = 'admin', email = null }: NewOperator,
): Promise<{ link: string }> {
  const { database, clock } = dependencies;
  const now = clock();
  const id = newId('opr');
  const account = { id, name, role, email: email === null ? null : readAddress(email) };
  return await database.transaction().execute(async (transaction) => {
    const isNew = await insertAccount(transaction, {
      ...{ ...account, password_hash: decoyHash, created_at: now, password_changed_at: now },
    });
    if (!isNew) {
      const detail = `There is an operator ${name} already. Reset the account for another link.`;
      throw refuseField('/name', detail, 'repeated_identifier');
    }
    await recordAct(transaction, now, 'operator.created', { name, role });
    return { link: await linkFor(transaction, dependencies, id, 'set-up') };
  });
}

/**
 * Logs an operator out everywhere, makes password and app worthless, and makes a link to new ones.
 * @throws ProblemError where there is no such operator.
 */
export async function resetOperator(
  dependencies: AccountDependencies,
  name: string,
): Promise<{ link: string }> {
  const now = dependencies.clock();
  return await changeAccount(dependencies, name, async (transaction, { id: accountId }) => {
    await overwritePassword(transaction, { accountId, passwordHash: decoyHash, now });
    await deleteSecondFactor(transaction, accountId);
    await deleteSessions(transaction, accountId);
    await deleteDevices(transaction, accountId);
    await endLinks(transaction, { accountId, now });
    await recordAct(transaction, now, 'operator.reset', { name });
    return { link: await linkFor(transaction, dependencies, accountId, 'set-up') };
  });
}

/** What to change of an operator; what is left out stays. */
export interface OperatorEdit {
  /** Where warnings and links to log in are mailed; null is nowhere. */
  email?: string | null | undefined;
  role?: OperatorRole | undefined;
}

/**
 * Changes where mails to an operator go, or what the operator may do from the next request on.
 * @throws ProblemError where there is no such operator, or the address is none.
 */
export async function editOperator(
  dependencies: Pick<Dependencies, 'database' | 'clock'>,
  name: string,
  edit: OperatorEdit,
): Promise<void> {
  await changeAccount(dependencies, name, async (transaction, { id, email, role: before }) => {
    const { role = before } = edit;
    const address = edit.email === undefined ? email : edit.email && readAddress(edit.email);
    await updateOperator(transaction, { id, role, email: address });
    const roles = role === before ? {} : { role, roleBefore: before };
    await recordAct(transaction, dependencies.clock(), 'operator.edited', { name, ...roles });
  });
}

/**
 * Makes a link by which an operator lets a new browser log in, after too many wrong passwords.
 * @throws ProblemError where there is no such operator, or the account is not set up.
 */
export async function linkOperator(
  dependencies: AccountDependencies,
  name: string,
): Promise<{ link: string }> {
  return await dependencies.database.transaction().execute(async (transaction) => {
    const operator = await findOperator(transaction, name);
    if (operator === undefined || operator.setUpAt === null) {
      throw new ProblemError('not_found', {
        detail: `There is no operator ${name} whose account is set up. Reset the account for a link to set it up.`,
      });
    }
    await recordAct(transaction, dependencies.clock(), 'operator.link_created', { name });
    return { link: await linkFor(transaction, dependencies, operator.id, 'log-in') };
  });
}

/**
 * Removes an operator's account, and logs them out.
 * @throws ProblemError where there is no such operator.
 */
export async function removeOperator(
  dependencies: Pick<Dependencies, 'database' | 'clock'>,
  name: string,
): Promise<void> {
  await changeAccount(dependencies, name, async (transaction, { id }) => {
    await deleteOperator(transaction, id);
    await recordAct(transaction, dependencies.clock(), 'operator.removed', { name });
  });
}

/** Changes an account, and lets nobody log in to it until the change is stored. */
async function changeAccount<Result>(
  { database }: Pick<Dependencies, 'database'>,
  name: string,
  change: (transaction: DatabaseTransaction, operator: ListedOperator) => Promise<Result>,
): Promise<Result> {
  return await database.transaction().execute(async (transaction) => {
    const found = await findOperator(transaction, name);
    if (found === undefined || !(await lockAccount(transaction, found.id))) throw noOperator(name);
    return await change(transaction, (await findOperator(transaction, name)) ?? found);
  });
}

async function linkFor(
  transaction: DatabaseTransaction,
  dependencies: AccountDependencies,
  accountId: string,
  purpose: 'set-up' | 'log-in',
): Promise<string> {
  const link = { of: 'operator', purpose, registrationId: null, accountId, email: null } as const;
  return await createLink(transaction, dependencies, link);
}

function readAddress(email: string): string {
  const address = readEmail(email);
  if (address === null) throw refuseField('/email', `This is not an email address: ${email}`);
  return address;
}

/** What the audit says of each act that concerns operators alone. */
export function actOfOperator(now: Date) {
  return { occurredAt: now, actor: 'operator', applicationId: null, memberId: null } as const;
}

async function recordAct(
  transaction: DatabaseTransaction,
  now: Date,
  action: AuditAction,
  details: Record<string, unknown>,
): Promise<void> {
  await recordAudit(transaction, { ...actOfOperator(now), action, details });
}

/** Refuses what concerns an operator who does not exist. */
export function noOperator(name: string): ProblemError {
  const detail = `There is no operator ${name}. List the operators to find them.`;
  return new ProblemError('not_found', { detail });
}

import { ProblemError } from '@partner-rating/server';
import { readEmail } from '../../connect/login/domain/account-mail.ts';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { newId } from '../../platform/database/identifiers.ts';
import { refuseField } from '../api/caller.ts';
import { actOfOperator } from '../operators/sessions.ts';
import { createOperatorLink, newSetUpLink } from '../operators/set-up.ts';
import {
  deleteOperator,
  findOperator,
  insertOperator,
  replaceByLink,
  setOperatorEmail,
} from '../operators/store/operator-accounts.ts';
import { deleteOperatorDevices, deleteOperatorLinks } from '../operators/store/operator-devices.ts';
import { deleteSessionsOf } from '../operators/store/operator-sessions.ts';

type AccountDependencies = Pick<Dependencies, 'database' | 'clock' | 'publicUrl'>;

/**
 * Makes an account of an operator, and the link by which they set it up.
 * @throws ProblemError where the name is taken, or the address is none.
 */
export async function createOperator(
  dependencies: AccountDependencies,
  name: string,
  email: string | null = null,
): Promise<{ link: string }> {
  const mailsTo = email === null ? null : readAddress(email);
  const now = dependencies.clock();
  const { address, link } = newSetUpLink(dependencies);
  await dependencies.database.transaction().execute(async (transaction) => {
    if (
      !(await insertOperator(transaction, { id: newId('opr'), name, email: mailsTo, now, link }))
    ) {
      const detail = `There is an operator ${name} already. Reset the account for another link.`;
      throw refuseField('/name', detail, 'repeated_identifier');
    }
    const action = 'operator.created';
    await recordAudit(transaction, { ...actOfOperator(now), action, details: { name } });
  });
  return { link: address };
}

/**
 * Logs an operator out everywhere, makes password and app worthless, and makes a link to new ones.
 * @throws ProblemError where there is no such operator.
 */
export async function resetOperator(
  dependencies: AccountDependencies,
  name: string,
): Promise<{ link: string }> {
  const { address, link } = newSetUpLink(dependencies);
  await dependencies.database.transaction().execute(async (transaction) => {
    const operator = await replaceByLink(transaction, name, link);
    if (operator === undefined) throw noOperator(name);
    await deleteSessionsOf(transaction, operator.id);
    await deleteOperatorDevices(transaction, operator.id);
    await deleteOperatorLinks(transaction, operator.id);
    const act = actOfOperator(dependencies.clock());
    await recordAudit(transaction, { ...act, action: 'operator.reset', details: { name } });
  });
  return { link: address };
}

/**
 * Changes where warnings and links to an operator are mailed; null is nowhere.
 * @throws ProblemError where there is no such operator, or the address is none.
 */
export async function editOperator(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  name: string,
  email: string | null,
): Promise<void> {
  const address = email === null ? null : readAddress(email);
  await database.transaction().execute(async (transaction) => {
    if (!(await setOperatorEmail(transaction, name, address))) throw noOperator(name);
    const act = actOfOperator(clock());
    await recordAudit(transaction, { ...act, action: 'operator.edited', details: { name } });
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
  const operator = await findOperator(dependencies.database, name);
  if (operator === undefined) {
    throw new ProblemError('not_found', {
      detail: `There is no operator ${name} whose account is set up. Reset the account for a link to set it up.`,
    });
  }
  return await dependencies.database.transaction().execute(async (transaction) => {
    const act = actOfOperator(dependencies.clock());
    await recordAudit(transaction, { ...act, action: 'operator.link_created', details: { name } });
    return { link: await createOperatorLink(transaction, dependencies, operator.id) };
  });
}

function readAddress(email: string): string {
  const address = readEmail(email);
  if (address === null) throw refuseField('/email', `This is not an e-mail address: ${email}`);
  return address;
}

/**
 * Removes an operator's account, and logs them out.
 * @throws ProblemError where there is no such operator.
 */
export async function removeOperator(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  name: string,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    if (!(await deleteOperator(transaction, name))) throw noOperator(name);
    const act = actOfOperator(clock());
    await recordAudit(transaction, { ...act, action: 'operator.removed', details: { name } });
  });
}

/** Refuses what concerns an operator who does not exist. */
export function noOperator(name: string): ProblemError {
  const detail = `There is no operator ${name}. List the operators to find them.`;
  return new ProblemError('not_found', { detail });
}

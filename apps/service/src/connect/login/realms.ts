import {
  type AuditAction,
  actAs,
  actAsPerson,
  recordAudit,
} from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { type AccountMail, readEmail } from './domain/account-mail.ts';
import { findAccount, type NamedAccount, type RealmName } from './store/accounts.ts';
import type { LinkPurpose } from './store/links.ts';

const HOUR = 60 * 60;

/**
 * A realm: one kind of people who log in with their own accounts on their own pages. The flow is the same for all
 * realms. A session, a link, or a cookie of one realm is invalid in another.
 */
export interface Realm {
  of: RealmName;
  /** The page after the log-in. The addresses of the realm's other pages begin with this one. */
  home: string;
  register: string;
  /** The path of the realm's cookies, whose names begin with `cookiePrefix`. */
  cookiePath: string;
  cookiePrefix: string;
  /** The field that names the account. */
  nameField: 'email' | 'name';
  /**
   * Whether each log-in needs a code, in the form with the password. Such an account is not ready before it has
   * two-step verification.
   */
  needsCode: boolean;
  /** Seconds from the log-in to the end of a session. Null for the setting of players. */
  sessionLifetime: number | null;
  /** Seconds without use after which a session ends. Null if there is no such limit. */
  idleLifetime: number | null;
}

export const players: Realm = {
  of: 'player',
  home: '/account',
  register: '/account/register',
  cookiePath: '/',
  cookiePrefix: '',
  nameField: 'email',
  needsCode: false,
  sessionLifetime: null,
  idleLifetime: null,
};

/** People who work for a partner. */
export const partnerPeople: Realm = {
  of: 'partner',
  home: '/console',
  register: '/console/sign-up',
  cookiePath: '/console',
  cookiePrefix: 'partner-',
  nameField: 'email',
  needsCode: false,
  // Shorter than a player's, because such a session can create keys.
  sessionLifetime: 7 * 24 * HOUR,
  idleLifetime: 12 * HOUR,
};

/** People who run the service. */
export const operators: Realm = {
  of: 'operator',
  home: '/operator',
  register: '/operator/set-up',
  cookiePath: '/operator',
  cookiePrefix: 'operator-',
  nameField: 'name',
  needsCode: true,
  sessionLifetime: 12 * HOUR,
  idleLifetime: HOUR / 2,
};

const realms: Readonly<Record<RealmName, Realm>> = {
  player: players,
  partner: partnerPeople,
  operator: operators,
};

export function realmOf(of: RealmName): Realm {
  return realms[of];
}

/** Returns the page of a link. */
export function linkPath({ home, register }: Realm, purpose: LinkPurpose): string {
  const paths: Record<LinkPurpose, string> = {
    registration: `${register}/confirm`,
    email: `${home}/email/confirm`,
    password: `${home}/password/new`,
    'log-in': `${home}/log-in/allow`,
    'set-up': register,
  };
  return paths[purpose];
}

/** Returns the page where somebody who forgot the password requests a link. */
export function forgottenPath({ home }: Realm): string {
  return `${home}/password/forgotten`;
}

function readOperatorName(typed: string): string | undefined {
  return /^[a-z0-9.-]{1,40}$/i.exec(typed.trim())?.[0];
}

/** Reads the typed name of an account, ignoring case and surrounding spaces. Null for an invalid name. */
export function readLogInName(of: RealmName, typed: string): NamedAccount | null {
  const name = (of === 'operator' ? readOperatorName(typed) : readEmail(typed))?.toLowerCase();
  return name === undefined ? null : { of, name };
}

interface AccountEntry {
  of: RealmName;
  /** Null if nobody has the account. */
  accountId: string | null;
  action: AuditAction;
  now: Date;
  details?: Record<string, unknown>;
  /** Who did it, unless it was the person. */
  actor?: 'operator';
}

/** Records an action on an account. */
export async function recordAccountAudit(
  transaction: DatabaseTransaction,
  { of, accountId, action, now, details, actor }: AccountEntry,
): Promise<void> {
  const record = async () =>
    await recordAudit(transaction, {
      occurredAt: now,
      actor: actor ?? of,
      action,
      applicationId: null,
      memberId: of === 'player' ? accountId : null,
      ...(details !== undefined && { details }),
    });
  if (actor !== undefined || accountId === null || of === 'player') return await record();
  if (of === 'partner') return await actAsPerson(accountId, record);
  const name = (await findAccount(transaction, accountId))?.name ?? null;
  await actAs(name, record);
}

interface AccountMailRequest {
  of: RealmName;
  /** Null if the address does not need an account. */
  accountId: string | null;
  email: string;
  kind: AccountMail;
  details?: Record<string, unknown>;
}

export async function queueAccountMail(
  transaction: DatabaseTransaction,
  dependencies: Pick<Dependencies, 'clock' | 'configuration'>,
  { of, accountId, email, kind, details }: AccountMailRequest,
): Promise<void> {
  const isPlayer = of === 'player';
  await queueMail<AccountMail>(transaction, dependencies, {
    kind,
    email,
    memberId: isPlayer ? accountId : null,
    details: { ...details, ...(!isPlayer && { of, accountId }) },
  });
}

import { hashSecret } from '../platform/secrets/secrets.ts';
import type { Cookies } from './cookies.ts';
import type { AccountRecord } from './store/accounts.ts';
import type { Tickets, TicketUse } from './tickets.ts';

/** That a browser has given the right password, until it gives a code too. */
export interface LogInTicket {
  memberId: string;
  /** Of the password that was given: with another one the ticket is worthless. */
  passwordDigest: string;
}

export type LogInTickets = Tickets<LogInTicket>;

/** A ticket of a log-in is bound to the visit, as its form is. */
export function logInUse({ visit }: Pick<Cookies, 'visit'>): TicketUse {
  return { purpose: 'log-in', cookie: visit ?? '' };
}

/** Says which password an account had without saying its hash. */
export function passwordDigest({ passwordHash }: Pick<AccountRecord, 'passwordHash'>): string {
  return Buffer.from(hashSecret(passwordHash)).toString('base64url');
}

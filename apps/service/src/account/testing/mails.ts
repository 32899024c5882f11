import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { BrowserSession } from '../../connect/testing/browser-session.ts';
import type { ConnectFlow } from '../../connect/testing/connect-flow.ts';
import { linkIn, type Mailbox, type ReceivedMail } from '../../testing/mailbox.ts';

/** What Lena types to register. She has no account at first. */
export const lena = {
  first_name: 'Lena',
  last_name: 'Vogt',
  email: 'lena.vogt@example.com',
  birth_date: '1991-04-02',
  discoverable: 'on',
  password: 'racket strings at noon',
};

/** Returns the mailbox that receives the mails of the flow. */
export function mailboxOf({ mailbox }: ConnectFlow): Mailbox {
  if (mailbox === undefined) throw new Error('The flow was opened without a mailbox.');
  return mailbox;
}

/** Waits until every queued mail is sent. */
export async function allMailsSent({ database }: ConnectFlow): Promise<void> {
  const waiting = () => database.selectFrom('mail').selectAll().execute();
  await expect.poll(waiting).toEqual([]);
}

/** Fills in the form of the page where players register. */
export async function register(
  browser: BrowserSession,
  changes: Partial<typeof lena> = {},
  authorization = '',
): Promise<LightMyRequestResponse> {
  const query = new URLSearchParams({ authorization });
  const page = await browser.open(`/account/register?${query}`);
  return await browser.submit(page, '/account/register', { ...lena, ...changes });
}

/** Opens the link of a mail. */
export async function followLink(
  browser: BrowserSession,
  mail: ReceivedMail,
): Promise<LightMyRequestResponse> {
  const { pathname, search } = new URL(linkIn(mail));
  return await browser.open(`${pathname}${search}`);
}

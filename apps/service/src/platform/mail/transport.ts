import { createTransport } from 'nodemailer';
import type { Configuration } from '../configuration/configuration.ts';
import type { RenderedMail } from './render-mail.ts';

export interface OutgoingMail extends RenderedMail {
  /** The id of the mail, the same at each attempt, so that programs show a mail once even if it arrives twice. */
  id: string;
  to: string;
}

/** Sends a mail, or rejects. */
export interface MailTransport {
  send: (mail: OutgoingMail) => Promise<void>;
  close: () => void;
}

// In total shorter than a lease, so that no other instance sends the same mail.
const TIMEOUT_MILLISECONDS = 15_000;

/** Sends by SMTP: with TLS from the start for smtps://, and for smtp:// if the server offers it. */
export function createSmtpTransport(
  smtpUrl: string,
  { mailFrom }: Pick<Configuration, 'mailFrom'>,
): MailTransport {
  const transporter = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MILLISECONDS,
    greetingTimeout: TIMEOUT_MILLISECONDS,
    socketTimeout: TIMEOUT_MILLISECONDS,
    // Never reads files or addresses that a text may name.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ id, to, subject, text, html, stopAddress }) => {
      await transporter.sendMail({
        messageId: `<${id}@${mailFrom?.address.split('@').at(-1) ?? 'localhost'}>`,
        // As objects, so that nodemailer does not parse them as lists. Copies, because nodemailer changes them.
        from: mailFrom === null ? undefined : { ...mailFrom },
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: {
          // Asks machines not to reply (RFC 3834).
          'Auto-Submitted': 'auto-generated',
          ...(stopAddress !== null && stopHeaders(stopAddress)),
        },
      });
    },
    close: () => transporter.close(),
  };
}

function stopHeaders(address: string): Record<string, string> {
  const header = { 'List-Unsubscribe': `<${address}>` };
  // RFC 8058 requires HTTPS.
  return address.startsWith('https://')
    ? { ...header, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : header;
}

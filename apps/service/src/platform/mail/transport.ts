import { createTransport } from 'nodemailer';
import type { Configuration } from '../configuration/configuration.ts';
import type { RenderedMail } from './render-mail.ts';

/** A mail as it is sent. */
export interface OutgoingMail extends RenderedMail {
  /** The id of the mail, the same at each attempt: programs show one that arrives twice only once. */
  id: string;
  to: string;
}

/** Sends a mail, or rejects. */
export interface MailTransport {
  send: (mail: OutgoingMail) => Promise<void>;
  close: () => void;
}

// Together shorter than a lease, so that no other instance sends what this one is sending.
const TIMEOUT_MILLISECONDS = 15_000;

/** Sends by SMTP: with TLS from the start for smtps://, and for smtp:// where the server offers it. */
export function createSmtpTransport(
  smtpUrl: string,
  { mailFrom }: Pick<Configuration, 'mailFrom'>,
): MailTransport {
  const transporter = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MILLISECONDS,
    greetingTimeout: TIMEOUT_MILLISECONDS,
    socketTimeout: TIMEOUT_MILLISECONDS,
    // A text is a text, whatever stands in it.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ id, to, subject, text, html, stopAddress }) => {
      await transporter.sendMail({
        messageId: `<${id}@${mailFrom?.address.split('@').at(-1) ?? 'localhost'}>`,
        // Objects, so that neither is ever parsed as a list of several; nodemailer writes to them.
        from: mailFrom === null ? undefined : { ...mailFrom },
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: {
          // RFC 3834: no answer by a machine is wanted.
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
  // RFC 8058 knows no other than HTTPS.
  return address.startsWith('https://')
    ? { ...header, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : header;
}

import { createTransport } from 'nodemailer';
import type { Configuration } from '../configuration/configuration.ts';

/** A mail as it is sent. */
export interface OutgoingMail {
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
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
    send: async ({ to, subject, text }) => {
      await transporter.sendMail({
        // Objects, so that neither is ever parsed as a list of several; nodemailer writes to them.
        from: mailFrom === null ? undefined : { ...mailFrom },
        to: { name: '', address: to },
        subject,
        text,
        // RFC 3834: no answer by a machine is wanted.
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    close: () => transporter.close(),
  };
}

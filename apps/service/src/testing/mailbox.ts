import { once } from 'node:events';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect } from 'vitest';

export interface ReceivedMail {
  to: string;
  from: string;
  /** The original header, with the name of the sender. */
  fromHeader: string;
  subject: string;
  text: string;
  html: string;
  /** The other headers by their lower-case names. */
  headers: Readonly<Record<string, string>>;
}

/** An SMTP server on loopback that receives every mail. */
export interface Mailbox {
  /** The settings with which the service sends here. */
  environment: { SMTP_URL: string; MAIL_FROM: string };
  received: ReceivedMail[];
  /** Refuses each recipient with this status and text from now on. Null accepts mails again. */
  refuseWith: (status: number | null, text?: string) => void;
  /** Refuses each sender with this status from now on. Null accepts mails again. */
  refuseSenderWith: (status: number | null) => void;
  /** Waits for the next mail to an address with this subject, after the last one that was returned. */
  next: (to: string, subject?: string) => Promise<ReceivedMail>;
  close: () => Promise<void>;
}

export async function openMailbox(): Promise<Mailbox> {
  const received: ReceivedMail[] = [];
  const taken = new Set<ReceivedMail>();
  let refusal: Error | null = null;
  let senderRefusal: Error | null = null;
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    // Otherwise the server adds a code to each text.
    hideENHANCEDSTATUSCODES: true,
    onMailFrom: (_address, _session, callback) => callback(senderRefusal),
    onRcptTo: (_address, _session, callback) => callback(refusal),
    onData: (stream, { envelope }, callback) => {
      read(stream).then(async (raw) => {
        const { subject = '', text = '', html = '', from, headers } = await PostalMime.parse(raw);
        const to = envelope.rcptTo.map(({ address }) => address).join(', ');
        const fromHeader = headers.find(({ key }) => key === 'from')?.value ?? '';
        received.push({
          ...{ to, from: from?.address ?? '', fromHeader, subject, text, html },
          headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
        });
        callback();
      }, callback);
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    environment: {
      SMTP_URL: `smtp://127.0.0.1:${address.port}`,
      MAIL_FROM: 'Partner Rating <ratings@example.com>',
    },
    received,
    refuseWith: (status, text) => {
      refusal = refusalOf(status, text);
    },
    refuseSenderWith: (status) => {
      senderRefusal = refusalOf(status);
    },
    next: async (to, subject) => {
      const find = () =>
        received.find(
          (mail) =>
            mail.to === to && !taken.has(mail) && (subject ?? mail.subject) === mail.subject,
        );
      await expect.poll(find).toBeDefined();
      const mail = find();
      if (mail === undefined) throw new Error('The mail is gone.');
      taken.add(mail);
      return mail;
    },
    close: async () => {
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function refusalOf(status: number | null, text = 'not now'): Error | null {
  return status === null ? null : Object.assign(new Error(text), { responseCode: status });
}

/** Returns the one-use link in a mail. */
export function linkIn({ text }: ReceivedMail): string {
  const [link] = /https?:\/\/\S+\?token=\S+/.exec(text) ?? [];
  if (link === undefined) throw new Error(`There is no link in this mail:\n${text}`);
  return link;
}

async function read(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

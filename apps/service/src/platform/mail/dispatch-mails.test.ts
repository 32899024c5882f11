import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openMailbox } from '../../testing/mailbox.ts';
import { createTestDatabase, databases } from '../../testing/test-database.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import {
  describeMailFailure,
  isRecipientRefused,
  type MailDispatch,
  MailDispatcher,
} from './dispatch-mails.ts';
import { queueMail } from './outbox.ts';
import { claimMails } from './store/mails.ts';
import { createSmtpTransport } from './transport.ts';

const start = new Date('2026-09-12T18:00:00Z');

const email = 'mike.brennan@example.com';

describe.each(databases)('mails on %s', (kind) => {
  async function open(environment: Record<string, string> = {}) {
    const mailbox = await openMailbox();
    onTestFinished(mailbox.close);
    const database = await createTestDatabase(kind);
    let now = start;
    const clock = () => now;
    const configuration = readConfiguration({ ...mailbox.environment, ...environment });
    const log = { debug: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const compose = vi.fn<MailDispatch['compose']>(async () => ({
      subject: 'Hello',
      text: 'https://example.com/?token=secret\n',
      html: '<p>https://example.com/?token=secret</p>',
      stopAddress: null,
    }));
    const dispatcher = new MailDispatcher(
      { database, clock },
      {
        transport: createSmtpTransport(configuration.smtpUrl ?? '', configuration),
        compose,
        log,
        pauseMilliseconds: 10,
      },
    );
    dispatcher.start();
    onTestFinished(() => dispatcher.stop());
    return {
      mailbox,
      database,
      log,
      dispatcher,
      compose,
      advance: (seconds: number) => {
        now = new Date(now.getTime() + seconds * 1_000);
      },
      queue: async () =>
        await database
          .transaction()
          .execute((transaction) =>
            queueMail(
              transaction,
              { clock, configuration },
              { kind: 'greeting', email, memberId: null },
            ),
          ),
      queued: async () => await database.selectFrom('mail').selectAll().execute(),
    };
  }

  it('are sent once, and then deleted', async () => {
    const { mailbox, queue, queued } = await open();
    await queue();
    expect(await mailbox.next(email)).toMatchObject({
      subject: 'Hello',
      from: 'ratings@example.com',
    });
    await expect.poll(queued).toEqual([]);
    expect(mailbox.received).toHaveLength(1);
  });

  it.each([
    ['Acme, Inc. <ratings@example.com>', '"Acme, Inc." <ratings@example.com>'],
    ['Courtside: Ratings <r@x.org>', '"Courtside: Ratings" <r@x.org>'],
    ['Acme (Desk) <r@x.org>', '"Acme (Desk)" <r@x.org>'],
    ['r@x.org', 'r@x.org'],
  ])('come from the sender %s, also the second mail', async (MAIL_FROM, header) => {
    const { mailbox, queue } = await open({ MAIL_FROM });
    for (const _ of [1, 2]) {
      await queue();
      expect((await mailbox.next(email)).fromHeader).toBe(header);
    }
  });

  it.each([
    ['https://rating.example/stop?token=a', 'List-Unsubscribe=One-Click'],
    ['http://localhost:3001/stop?token=a', undefined],
  ])('name the address %s that unsubscribes, by one request if it is HTTPS', async (...row) => {
    const [stopAddress, post] = row;
    const { mailbox, queue, compose } = await open();
    compose.mockResolvedValue({
      subject: 'Hello',
      text: 'Hello',
      html: '<p>Hello</p>',
      stopAddress,
    });
    await queue();
    const { headers, html } = await mailbox.next(email);
    expect(headers['list-unsubscribe']).toBe(`<${stopAddress}>`);
    expect(headers['list-unsubscribe-post']).toBe(post);
    expect(html.trim()).toBe('<p>Hello</p>');
  });

  it('have the same id at each attempt', async () => {
    const { mailbox, queue, queued, advance } = await open();
    mailbox.refuseWith(451);
    await queue();
    await expect.poll(async () => (await queued())[0]?.attempts).toBe(1);
    const id = (await queued())[0]?.id;
    mailbox.refuseWith(null);
    advance(60);
    const { headers } = await mailbox.next(email);
    expect(headers['message-id']).toBe(`<${id}@example.com>`);
  });

  it('are retried after a temporary refusal, without recipient or text in the log', async () => {
    const { mailbox, queue, queued, log, dispatcher, advance } = await open();
    mailbox.refuseWith(451);
    await queue();
    await expect.poll(async () => (await queued())[0]?.attempts).toBe(1);
    expect(mailbox.received).toEqual([]);
    mailbox.refuseWith(null);
    advance(60);
    await mailbox.next(email);
    await expect.poll(queued).toEqual([]);
    await dispatcher.stop();
    expect(log.warn).toHaveBeenCalledTimes(1);
    const logged = JSON.stringify([log.warn.mock.calls, log.debug.mock.calls]);
    expect(logged).not.toMatch(/mike|token=|secret/);
  });

  it.each([
    [550, 'not now', null],
    [550, '5.1.1 <mike.brennan@example.com>: User unknown', '5.1.1'],
  ])('are not sent again if the server does not know the recipient: %i %s', async (...refusal) => {
    const [status, text, enhancedCode] = refusal;
    const { mailbox, queue, queued, log, dispatcher } = await open();
    mailbox.refuseWith(status, text);
    await queue();
    await expect.poll(queued).toEqual([]);
    await dispatcher.stop();
    expect(log.warn.mock.calls[0]?.[1]).toBe('A mail could not be sent and is given up.');
    expect(log.warn.mock.calls[0]?.[0]).toMatchObject({ responseCode: status, enhancedCode });
    expect(JSON.stringify(log.warn.mock.calls)).not.toContain('mike');
  });

  it('are retried if the server refuses us or the sender, which does not concern the recipient', async () => {
    const { mailbox, queue, queued, dispatcher, advance } = await open();
    mailbox.refuseWith(554, '5.7.1 <mike.brennan@example.com>: Relay access denied');
    await queue();
    await expect.poll(async () => (await queued())[0]?.attempts).toBe(1);
    mailbox.refuseWith(null);
    mailbox.refuseSenderWith(530);
    advance(60);
    await expect.poll(async () => (await queued())[0]?.attempts).toBe(2);
    mailbox.refuseSenderWith(null);
    advance(3_600);
    await mailbox.next(email);
    expect(dispatcher.outcomes.counts().get('given_up')).toBe(0);
  });

  it('are deleted without being sent if no instance sent them for a day', async () => {
    const { mailbox, queue, queued, dispatcher, advance } = await open();
    await dispatcher.stop();
    await queue();
    advance(24 * 60 * 60);
    dispatcher.start();
    await expect.poll(queued).toEqual([]);
    expect(mailbox.received).toEqual([]);
    const counts = dispatcher.outcomes.counts();
    expect([counts.get('given_up'), counts.get('sent')]).toEqual([1, 0]);
  });

  it('are dropped and counted if there is nothing to say any more', async () => {
    const { mailbox, queue, queued, dispatcher, compose } = await open();
    compose.mockResolvedValue(null);
    await queue();
    await expect.poll(queued).toEqual([]);
    expect(mailbox.received).toEqual([]);
    const counts = dispatcher.outcomes.counts();
    expect([counts.get('dropped'), counts.get('sent')]).toEqual([1, 0]);
  });

  it('are given up after a day of attempts', async () => {
    const { queue, queued, log, dispatcher, advance } = await open({
      SMTP_URL: 'smtp://127.0.0.1:1',
    });
    await queue();
    for (let attempts = 1; (await queued()).length > 0; attempts += 1) {
      await expect.poll(async () => (await queued())[0]?.attempts ?? attempts).toBe(attempts);
      advance(3_600);
      expect(attempts).toBeLessThan(40);
    }
    await dispatcher.stop();
    expect(log.warn.mock.lastCall?.[1]).toBe('A mail could not be sent and is given up.');
  });

  it('are not lost if the process that sends them dies', async () => {
    const { mailbox, queue, database, dispatcher, advance } = await open();
    await dispatcher.stop();
    await queue();
    // A process claimed it and died.
    const leasedUntil = new Date(start.getTime() + 120_000);
    expect(await claimMails(database, { now: start, leasedUntil, limit: 1 })).toHaveLength(1);
    expect(await claimMails(database, { now: start, leasedUntil, limit: 1 })).toEqual([]);
    dispatcher.start();
    advance(121);
    await mailbox.next(email);
  });

  it('are not queued by a transaction that is rolled back', async () => {
    const { database, queued } = await open();
    const configuration = readConfiguration({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: email });
    const failed = database.transaction().execute(async (transaction) => {
      const request = { kind: 'greeting', email, memberId: null };
      await queueMail(transaction, { clock: () => start, configuration }, request);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await queued()).toEqual([]);
  });
});

const refusal = (response: string, command = 'RCPT TO') =>
  describeMailFailure({ command, response, responseCode: Number(response.slice(0, 3)) });

describe('a recipient is refused for good', () => {
  it.each([
    '550 5.1.1 User unknown',
    '550-5.1.1 The account does not exist.\n550 5.1.1 Learn more at https://mail.example',
    '550 5.1.10 The domain takes no mail',
    '552 5.2.2 Mailbox full',
    '550 No such user here',
    '551 User not local',
    '553 Mailbox name not allowed',
    '550 5.1.1.1 is not a code of RFC 3463',
  ])('by %s', (response) => {
    expect(isRecipientRefused(refusal(response))).toBe(true);
  });
});

describe('a recipient is retried', () => {
  it.each([
    '554 5.7.1 Relay access denied',
    '550 5.7.1 Authentication required',
    '553 5.7.1 Sender address rejected: not owned by user',
    '550 5.1.8 Sender address rejected: Domain not found',
    '550 5.1.7 Sender address has no valid syntax',
    '530 5.7.0 Must issue a STARTTLS command first',
    '550 5.4.1 Recipient address rejected: Access denied',
    '554 Relay access denied',
    '550 relay not permitted',
    '550 Authentication required',
    '552 Too much mail',
    '450 4.2.0 Greylisted',
    '451 Not now',
  ])('after %s', (response) => {
    expect(isRecipientRefused(refusal(response))).toBe(false);
  });

  it('after a refusal of another command, or of no command', () => {
    expect(isRecipientRefused(refusal('550 5.1.1 User unknown', 'MAIL FROM'))).toBe(false);
    expect(isRecipientRefused(describeMailFailure(new Error('no answer')))).toBe(false);
  });
});

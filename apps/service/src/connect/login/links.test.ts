import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { readConfiguration } from '../../platform/configuration/configuration.ts';
import { createTickets, type TicketUse } from './links.ts';

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');

describe('a ticket, which a browser carries from one form to the next,', () => {
  let now = new Date('2026-09-12T18:00:00Z');
  const ticketsWith = (byte: number) =>
    createTickets<{ memberId: string }>({
      clock: () => now,
      configuration: readConfiguration({ SECRETS_KEY: keyOf(byte) }),
    });
  const tickets = ticketsWith(1);
  const use: TicketUse = { purpose: 'log-in', cookie: 'the visit' };
  const contents = { memberId: 'mem_1' };

  it('returns its contents for ten minutes', async () => {
    const ticket = await tickets.issue(use, contents);
    now = new Date(now.getTime() + 599_999);
    expect(await tickets.open(use, ticket)).toEqual(contents);
    now = new Date(now.getTime() + 1);
    expect(await tickets.open(use, ticket)).toBeNull();
  });

  it('reveals nothing to the browser, and differs each time', async () => {
    const ticket = await tickets.issue(use, contents);
    expect(Buffer.from(ticket, 'base64url').includes('mem_1')).toBe(false);
    expect(await tickets.issue(use, contents)).not.toBe(ticket);
  });

  testRows<[string, TicketUse]>([
    ['another browser', { ...use, cookie: 'another visit' }],
    ['another purpose', { ...use, purpose: 'set-up' }],
  ])('cannot be opened for another use', async (_case, other) => {
    expect(await tickets.open(other, await tickets.issue(use, contents))).toBeNull();
  });

  testRows<[string, (ticket: string) => string]>([
    ['changed', (ticket) => `${ticket.slice(0, -2)}${ticket.endsWith('AA') ? 'BB' : 'AA'}`],
    ['cut short', (ticket) => ticket.slice(0, 20)],
    ['empty', () => ''],
    ['made up', () => 'no ticket at all'],
  ])('cannot be opened after a change', async (_case, change) => {
    expect(await tickets.open(use, change(await tickets.issue(use, contents)))).toBeNull();
  });

  it('cannot be opened with another key', async () => {
    const ticket = await tickets.issue(use, contents);
    expect(await ticketsWith(2).open(use, ticket)).toBeNull();
  });
});

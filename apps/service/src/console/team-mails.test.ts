import { beforeAll, describe, expect, it } from 'vitest';
import { allMailsSent, mailboxOf } from '../account/testing/mails.ts';
import { useConnectFlow } from '../connect/testing/connect-flow.ts';
import { insertEndpoint } from '../testing/builders.ts';
import { createKey } from './actions/keys.ts';
import { approvePartner, createPartner } from './actions/partners.ts';
import { queueDueTeamMails } from './team-mails.ts';
import { adminSender } from './testing/admin.ts';
import { insertPerson } from './testing/people.ts';

const DAY = 24 * 60 * 60;

describe('the team of an application', () => {
  const flow = useConnectFlow({ withMailbox: true, environment: { PARTNER_SIGNUP: 'approval' } });
  const clientId = 'olgas-club';
  let applicationId: string;
  beforeAll(async () => {
    const { dependencies } = flow();
    const person = await insertPerson(dependencies, 'olga');
    const application = { clientId, name: "Olga's Club", redirectUris: [] };
    ({ applicationId } = await createPartner(dependencies, { ...application, person }));
  });

  const next = async (subject: string, to = 'olga@courtside.example') =>
    await mailboxOf(flow()).next(to, subject);
  const received = () => mailboxOf(flow()).received.length;
  const queue = async () => {
    await queueDueTeamMails(flow().dependencies);
    await allMailsSent(flow());
  };

  it('gets a mail when its application is approved', async () => {
    await approvePartner(flow().dependencies, clientId);
    const mail = await next('Your application is approved');
    expect(mail.text).toContain("Olga's Club");
    expect(mail.text).toContain(`/console/applications/${clientId}`);
    await approvePartner(flow().dependencies, clientId);
    await allMailsSent(flow());
    expect(received()).toBe(1);
  });

  it('gets one mail about a key that expires within 14 days, and none about a revoked key', async () => {
    const { dependencies, database, partner } = flow();
    const inDays = (days: number) => new Date(dependencies.clock().getTime() + days * DAY * 1_000);
    const create = async (days: number, of = clientId) =>
      await createKey(dependencies, { clientId: of, expiresAt: inDays(days) });
    const { apiKey } = await create(14);
    await create(15);
    // An operator created this application, and it has no team.
    await create(3, partner.clientId);
    const { keyId } = await create(2);
    const revoked = { revoked_at: dependencies.clock() };
    await database.updateTable('api_key').set(revoked).where('id', '=', keyId).execute();
    const before = received();
    await queue();
    const mail = await next('An API key expires soon');
    expect(mail.text).toContain(apiKey.slice(0, 12));
    await queue();
    expect(received()).toBe(before + 1);
    flow().advance(DAY);
    await queue();
    expect(received()).toBe(before + 2);
  });

  it('gets a mail with the reason each time the service disables an endpoint', async () => {
    const { database, dependencies } = flow();
    const reason = 'The endpoint answered 410 Gone.';
    const disabled = { status: 'disabled' as const, disabled_reason: reason };
    const url = 'https://courtside.example/hooks';
    const updated_at = dependencies.clock();
    await insertEndpoint(database, applicationId, { url, ...disabled, updated_at });
    await queue();
    const mail = await next('A webhook endpoint was disabled');
    expect(mail.text).toContain(reason);
    // Mail programs make no link of an address that the team has chosen.
    expect(mail.text).not.toContain(url);
    expect(mail.text).toContain(`/console/applications/${clientId}/webhooks`);
    const before = received();
    await queue();
    expect(received()).toBe(before);
    flow().advance(DAY);
    const again = { updated_at: dependencies.clock() };
    await database.updateTable('webhook_endpoint').set(again).execute();
    await queue();
    expect(received()).toBe(before + 1);
  });

  it('includes no invited people, who get only the invitation', async () => {
    const email = 'dan@courtside.example';
    await adminSender(flow().dependencies)(`POST /partners/${clientId}/team`, {
      body: { email, role: 'developer' },
    });
    expect((await next('You are invited to a team', email)).text).toContain("Olga's Club");
    await createKey(flow().dependencies, {
      clientId,
      expiresAt: new Date(flow().dependencies.clock().getTime() + DAY * 1_000),
    });
    await queue();
    const toDan = mailboxOf(flow()).received.filter(({ to }) => to === email);
    expect(toDan).toHaveLength(1);
  });
});

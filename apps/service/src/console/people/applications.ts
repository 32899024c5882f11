import { randomBytes } from 'node:crypto';
import { operationForm } from '../pages/parts/operation-form.ts';
import { listTable } from '../pages/parts/operation-list.ts';
import type { PageDefinition } from '../pages/parts/page.ts';
import { partnerState } from '../pages/parts/values.ts';
import { ERASE_PATH } from './erase-account.ts';
import { firstStepsView } from './first-steps.ts';

const create = operationForm('partners.create', {
  heading: 'Create an application',
  hint: 'It gets its first API key. Players see the name when they connect, and only the operator of this service changes it.',
  fields: ['name'],
  words: { name: { label: 'Name', hint: '', maxLength: 100 } },
  given: (_, { field }) => ({ clientId: clientIdOf(field('name')) }),
  shows: async ({ clientId, apiKey }, { call, dependencies }) => {
    const { name, pendingSince } = await call('partners.get', { clientId });
    return firstStepsView(dependencies, {
      clientId: String(clientId),
      name,
      apiKey: String(apiKey),
      isPending: pendingSince !== null,
    });
  },
  submit: 'Create the application',
});

/** A random client_id, so that nobody learns which names are taken. */
function clientIdOf(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  const words = ascii.slice(0, 40).replace(/^-+|-+$/g, '') || 'app';
  return `${words}-${randomBytes(4).toString('hex')}`;
}

/** The applications of the teams that a person is in. */
export const applicationsPage: PageDefinition = {
  path: '/console',
  current: '/console',
  show: async (visit) => {
    const { table, ...error } = await listTable(visit, 'partners.list', {
      heading: 'Your applications',
      columns: ['name', 'state', 'clientId', 'createdAt'],
      cells: {
        name: ({ name, clientId }) => ({
          text: name,
          href: `/console/applications/${clientId}`,
        }),
        state: partnerState,
        clientId: ({ clientId }) => ({ text: clientId, isCode: true }),
      },
      empty: 'You have none yet. Create one, or ask somebody to invite you to their team.',
    });
    const { partnerSignUp } = visit.dependencies.configuration;
    const { name, email } = visit.visitor;
    return {
      title: 'Applications',
      lead: 'What you build on this service, each with its keys, webhooks, and team.',
      sections: [
        table,
        ...(partnerSignUp === 'off' ? [] : [create.section(visit, 'create')]),
        {
          kind: 'facts',
          heading: 'Your account',
          facts: [
            { label: 'Name', values: [name] },
            { label: 'Email', values: [email ?? ''] },
          ],
          links: [{ text: 'Erase account', address: ERASE_PATH }],
        },
      ],
      ...error,
    };
  },
  acts: { create: create.act },
};

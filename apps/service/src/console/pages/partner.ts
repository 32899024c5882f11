import { rateLimitClasses } from '@partner-rating/server/catalogue';
import { DEFAULT_KEY_SCOPES } from '../actions/keys.ts';
import { PARTNERS_PATH } from './partners.ts';
import { actsOf, operationForm } from './parts/operation-form.ts';
import type { PageDefinition } from './parts/page.ts';
import {
  createKeyForm,
  keysTable,
  newKeyView,
  redirectsForm,
  revocation,
  revokeForm,
} from './parts/partner-forms.ts';
import type { BoardView } from './parts/render-board.ts';
import { limitWords } from './parts/shown.ts';
import { factsOf, partnerState, tableOf } from './parts/values.ts';

const limitFields = rateLimitClasses.map(({ name }) => ({
  limitClass: name,
  field: `limits.${name === 'webhook-test' ? 'webhookTest' : name}`,
}));

const forms = {
  approve: operationForm('partners.approve', {
    heading: 'Approve',
    submit: 'Approve this application',
  }),
  rename: operationForm('partners.update', {
    heading: 'Name',
    fields: ['name'],
    isEdit: true,
    asksAgain: null,
    hint: 'Players see it when they connect.',
    words: { name: { label: 'Name', hint: '', maxLength: 100 } },
    submit: 'Change the name',
  }),
  redirects: redirectsForm,
  limits: operationForm('partners.update', {
    heading: 'Limits of its own',
    fields: limitFields.map(({ field }) => field),
    isEdit: true,
    asksAgain: null,
    hint: 'Requests a minute; 0 is no limit. An empty field has the limit of the service.',
    words: Object.fromEntries(
      limitFields.map(({ field, limitClass }) => [
        field,
        { label: limitWords(limitClass), hint: '' },
      ]),
    ),
    submit: 'Change the limits',
  }),
  'create-key': createKeyForm(async ({ apiKey }, { call, params }) => {
    const { clientId, name } = await call('partners.get', { clientId: params.clientId });
    return newKeyView(name, `${PARTNERS_PATH}/${clientId}`, String(apiKey));
  }),
  revoke: revokeForm,
  suspend: operationForm('partners.suspend', {
    heading: 'Suspend',
    fields: ['reason'],
    asksAgain: 'suspend a partner',
    hint: 'Keys, tokens and webhooks stop at once, on all instances. Nothing is deleted.',
    submit: 'Suspend this partner',
    isDangerous: true,
  }),
  resume: operationForm('partners.resume', {
    heading: 'Resume',
    asksAgain: 'resume a partner',
    hint: 'The same keys, tokens, and connections work again. Events from the time of the suspension are not sent later.',
    submit: 'Resume this partner',
  }),
};

/** A partner, with its keys, its team, and forms. */
export const partnerPage: PageDefinition = {
  path: `${PARTNERS_PATH}/:clientId`,
  current: PARTNERS_PATH,
  show: async (visit): Promise<BoardView> => {
    const { area, call, params } = visit;
    const { clientId = '' } = params;
    const partner = await call('partners.get', { clientId });
    const { keys } = await call('keys.list', { clientId, limit: 100 });
    const { people } = await call('team.list', { clientId, limit: 100 });
    const isPending = partner.pendingSince !== null;
    const isSuspended = partner.suspendedAt !== null;
    const { name, redirectUris: _, limits, ...facts } = partner;
    const query = `partner=${clientId}`;
    return {
      title: name,
      badge: partnerState(partner),
      parent: { text: 'All partners', address: PARTNERS_PATH },
      sections: [
        ...(isPending ? [forms.approve.section(visit, 'approve')] : []),
        factsOf(area, facts, {
          heading: 'Details',
          labels: { clientId: 'client_id' },
          cells: { clientId: () => ({ text: clientId, isCode: true }) },
          links: [
            { text: 'Matches', address: `/operator/matches?${query}` },
            { text: 'Deliveries', address: `/operator/deliveries?${query}` },
            { text: 'Audit', address: `/operator/audit?${query}` },
          ],
        }),
        keysTable(visit, keys),
        tableOf(area, {
          heading: 'Team',
          rows: people,
          columns: ['email', 'role', 'createdAt', 'joinedAt'],
          empty: 'Nobody manages it at the console.',
        }),
        ...(partner.deletedAt === null
          ? [
              forms.rename.section(visit, 'rename', { name }),
              forms.redirects.section(visit, 'redirects', partner),
              forms.limits.section(visit, 'limits', { limits }),
              forms['create-key'].section(visit, 'create-key', {
                scopes: DEFAULT_KEY_SCOPES,
              }),
              ...revocation(visit, keys),
              ...(isSuspended
                ? [forms.resume.section(visit, 'resume')]
                : [forms.suspend.section(visit, 'suspend')]),
            ]
          : []),
      ],
    };
  },
  acts: actsOf(forms),
};

import { DEFAULT_KEY_SCOPES } from '../actions/keys.ts';
import { actsOf } from '../pages/parts/operation-form.ts';
import type { PageDefinition } from '../pages/parts/page.ts';
import {
  createKeyForm,
  keysTable,
  redirectsForm,
  revocation,
  revokeForm,
} from '../pages/parts/partner-forms.ts';
import type { BoardField } from '../pages/parts/render-board.ts';
import { factsOf, partnerState } from '../pages/parts/values.ts';
import { APPLICATIONS_PATH } from './area.ts';
import { firstStepsView } from './first-steps.ts';

const forms = {
  'create-key': createKeyForm(async ({ apiKey }, { call, params, dependencies }) => {
    const { clientId, name, pendingSince } = await call('partners.get', {
      clientId: params.clientId,
    });
    const isPending = pendingSince !== null;
    return firstStepsView(dependencies, { clientId, name, apiKey: String(apiKey), isPending });
  }),
  revoke: revokeForm,
  redirects: redirectsForm,
};

/** The scopes that a person may give a key: the default ones, and those of the keys of the application. */
function scopeField(keys: readonly { scopes: readonly string[] }[]): Partial<BoardField> {
  const held = keys.flatMap(({ scopes }) => scopes);
  const scopes = [...new Set<string>([...DEFAULT_KEY_SCOPES, ...held])];
  return {
    choices: scopes.map((scope) => [scope, scope] as const),
    value: DEFAULT_KEY_SCOPES.join('\n'),
  };
}

/** An application, with its keys, its redirect addresses, and links to its other pages. */
export const applicationPage: PageDefinition = {
  path: `${APPLICATIONS_PATH}/:clientId`,
  current: '/console',
  show: async (visit) => {
    const { area, call, params } = visit;
    const { clientId = '' } = params;
    const partner = await call('partners.get', { clientId });
    const { keys } = await call('keys.list', { clientId, limit: 100 });
    return {
      title: partner.name,
      badge: partnerState(partner),
      parent: { text: 'All applications', address: area.home },
      sections: [
        factsOf(area, partner, {
          heading: 'Details',
          ...(partner.pendingSince !== null && {
            hint: 'Its keys work once the operator of this service has approved it. You can set everything up before, except to invite people.',
          }),
          names: [
            ...['clientId', 'pendingSince', 'suspendedAt', 'createdAt', 'lastUsedAt'],
            ...['connectedPlayers', 'webhookEndpoints', 'failingEndpoints', 'lastBatchAt'],
          ],
          labels: { clientId: 'client_id' },
          cells: { clientId: () => ({ text: clientId, isCode: true }) },
          links: partsOf(clientId),
        }),
        keysTable(visit, keys),
        forms['create-key'].section(visit, 'create-key', {}, { scopes: scopeField(keys) }),
        ...revocation(visit, keys),
        forms.redirects.section(visit, 'redirects', partner),
      ],
    };
  },
  acts: actsOf(forms),
};

/** The other pages of an application. */
function partsOf(clientId: string) {
  const of = (text: string, path: string) => ({
    text,
    address: `${APPLICATIONS_PATH}/${clientId}/${path}`,
  });
  return [
    of('First steps', 'first-steps'),
    of('Webhooks', 'webhooks'),
    of('Requests and limits', 'requests'),
    of('Team', 'team'),
  ];
}

import { EVENT_TYPES } from '../../webhooks/domain/endpoint-address.ts';
import {
  deliveryCells,
  deliveryColumns,
  deliveryPageAt,
  replayForm,
} from '../pages/parts/deliveries.ts';
import { actsOf, operationForm } from '../pages/parts/operation-form.ts';
import { listTable } from '../pages/parts/operation-list.ts';
import type { PageDefinition, Visit } from '../pages/parts/page.ts';
import type { BoardView } from '../pages/parts/render-board.ts';
import { factsOf, type Row, stateOf, tableOf } from '../pages/parts/values.ts';
import { OperatorError } from '../terminal.ts';
import { APPLICATIONS_PATH } from './area.ts';

const path = `${APPLICATIONS_PATH}/:clientId/webhooks`;

const addressOf = (clientId: string | undefined, rest = '') =>
  `${APPLICATIONS_PATH}/${clientId}/webhooks${rest}`;

const eventChoices = EVENT_TYPES.filter((type) => type !== 'webhook.test').map(
  (type) => [type, type] as const,
);

const setting: Pick<Parameters<typeof operationForm>[1], 'fields' | 'words'> = {
  fields: ['url', 'events'],
  words: {
    url: { label: 'Address', hint: 'It begins with https://.' },
    events: { hint: '', kind: 'several', choices: eventChoices },
  },
};

/** Shows a secret that the service does not show again. */
function secretView({ secret }: Row, { params }: Visit): BoardView {
  return {
    title: 'The secret of the endpoint',
    parent: { text: 'Webhooks', address: addressOf(params.clientId) },
    sections: [
      {
        kind: 'text',
        heading: 'The secret',
        hint: 'Store it with your API key: it verifies that a webhook comes from this service, and is not shown again.',
        text: String(secret),
      },
    ],
  };
}

const forms = {
  create: operationForm('endpoints.create', {
    heading: 'Create an endpoint',
    ...setting,
    shows: secretView,
    submit: 'Create the endpoint',
  }),
  replay: replayForm(undefined, false),
};

const deliveriesOf = (clientId: string | undefined) =>
  deliveryCells((id) => `${APPLICATIONS_PATH}/${clientId}/deliveries/${id}`);

/** The webhook endpoints of an application, and their deliveries. */
export const webhooksPage: PageDefinition = {
  path,
  current: '/console',
  show: async (visit) => {
    const { area, call, params } = visit;
    const { clientId } = params;
    const { name } = await call('partners.get', { clientId });
    const { endpoints } = await call('endpoints.list', { clientId, limit: 100 });
    const { table, ...error } = await listTable(visit, 'deliveries.list', {
      given: { partner: clientId },
      heading: 'Deliveries of the last 30 days',
      columns: deliveryColumns.filter((column) => column !== 'clientId'),
      cells: deliveriesOf(clientId),
      empty: 'There is no delivery yet.',
      isNewestFirst: true,
    });
    return {
      title: 'Webhooks',
      parent: { text: name, address: `${APPLICATIONS_PATH}/${clientId}` },
      sections: [
        tableOf(area, {
          heading: 'Endpoints',
          rows: endpoints,
          columns: ['url', 'status', 'events', 'createdAt'],
          cells: { url: ({ url, id }) => ({ text: url, href: addressOf(clientId, `/${id}`) }) },
          empty: 'There is no endpoint yet.',
        }),
        forms.create.section(visit, 'create', { events: eventChoices.map(([type]) => type) }),
        table,
        ...(endpoints.length === 0 ? [] : [forms.replay.section(visit, 'replay')]),
      ],
      ...error,
    };
  },
  acts: actsOf(forms),
};

const endpointForms = {
  edit: operationForm('endpoints.update', {
    heading: 'Change the endpoint',
    hint: 'This also enables an endpoint that was disabled.',
    ...setting,
    isEdit: true,
    submit: 'Change the endpoint',
  }),
  rotate: operationForm('endpoints.rotateSecret', {
    heading: 'New secret',
    hint: 'For 24 hours, events are also signed with the old secret.',
    shows: secretView,
    submit: 'Create a new secret',
  }),
  delete: operationForm('endpoints.delete', {
    heading: 'Delete the endpoint',
    hint: 'Its waiting deliveries are cancelled.',
    location: (_, { params }) => addressOf(params.clientId),
    submit: 'Delete the endpoint',
    isDangerous: true,
  }),
};

/** An endpoint of an application. */
export const endpointPage: PageDefinition = {
  path: `${path}/:endpointId`,
  current: '/console',
  show: async (visit) => {
    const { area, call, params } = visit;
    const { clientId, endpointId } = params;
    const { endpoints } = await call('endpoints.list', { clientId, limit: 100 });
    const endpoint = endpoints.find(({ id }) => id === endpointId);
    if (endpoint === undefined) throw new OperatorError('There is no such endpoint.');
    return {
      title: endpoint.url,
      badge: stateOf(endpoint.status),
      parent: { text: 'Webhooks', address: addressOf(clientId) },
      sections: [
        factsOf(area, endpoint, { heading: 'Details' }),
        endpointForms.edit.section(visit, 'edit', endpoint),
        endpointForms.rotate.section(visit, 'rotate'),
        endpointForms.delete.section(visit, 'delete'),
      ],
    };
  },
  acts: actsOf(endpointForms),
};

/** A delivery to an endpoint of an application. */
export const ownDeliveryPage = deliveryPageAt({
  path: `${APPLICATIONS_PATH}/:clientId/deliveries/:deliveryId`,
  current: '/console',
  parentOf: ({ clientId }) => ({ text: 'Webhooks', address: addressOf(clientId) }),
});

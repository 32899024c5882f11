import { partnerChoice, partnersOf } from './partners.ts';
import { deliveryCells, deliveryColumns, deliveryPageAt, replayForm } from './parts/deliveries.ts';
import { listPage } from './parts/operation-list.ts';

const DELIVERIES_PATH = '/operator/deliveries';

const replay = replayForm(() => ({}), true);

export const operatorsDeliveryCells = deliveryCells((id) => `${DELIVERIES_PATH}/${id}`);

/** Webhook deliveries of the last 30 days, the newest first. */
export const deliveriesPage = listPage('deliveries.list', {
  path: DELIVERIES_PATH,
  title: 'Deliveries',
  lead: 'Webhooks of the last 30 days, the newest first.',
  filter: ['status', 'partner', 'event'],
  choices: { partner: partnersOf },
  heading: 'Deliveries',
  columns: deliveryColumns,
  cells: operatorsDeliveryCells,
  empty: 'There is no such delivery.',
  isNewestFirst: true,
  more: async (visit) => ({
    sections: [replay.section(visit, 'replay', {}, { clientId: await partnerChoice(visit) })],
  }),
  acts: { replay: replay.act },
});

export const deliveryPage = deliveryPageAt({
  path: `${DELIVERIES_PATH}/:deliveryId`,
  current: DELIVERIES_PATH,
  parentOf: () => ({ text: 'All deliveries', address: DELIVERIES_PATH }),
});

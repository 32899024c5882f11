import { listPartners } from '../actions/partners.ts';
import { filterValue, listPage } from './parts/operation-list.ts';
import type { Visit } from './parts/page.ts';
import type { BoardField, Shown } from './parts/render-board.ts';
import { type Row, stateOf } from './parts/values.ts';

export const PARTNERS_PATH = '/operator/partners';

/** Every partner, by client_id; those that wait for approval have a form on their page. */
export const partnersPage = listPage('partners.list', {
  path: PARTNERS_PATH,
  title: 'Partners',
  lead: 'Applications that connect players and report matches.',
  filter: ['pending'],
  heading: 'All partners',
  columns: ['clientId', 'name', 'state', 'createdAt'],
  cells: { state: partnerState },
  empty: 'There is none yet. `operator partner create` creates one and prints its first key.',
});

/** How a partner stands. */
export function partnerState({ pendingSince, suspendedAt, deletedAt }: Row): Shown {
  if (deletedAt !== null) return stateOf('deleted');
  if (pendingSince !== null) return stateOf('pending');
  return suspendedAt === null ? stateOf('live') : { text: 'suspended', tone: 'bad' };
}

/** The client_id of every partner, for a filter. */
export async function partnersOf({ dependencies }: Visit): Promise<string[]> {
  return (await listPartners(dependencies)).map(({ clientId }) => clientId);
}

/** The field that chooses one of them: the one that the page is filtered by, if it is. */
export async function partnerChoice(visit: Visit): Promise<Partial<BoardField>> {
  const choices = (await partnersOf(visit)).map((clientId) => [clientId, clientId] as const);
  const value = filterValue(visit, 'partner') ?? '';
  return { kind: 'choice', choices: [['', 'Choose one'], ...choices], value };
}

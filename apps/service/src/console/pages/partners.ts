import { listApplications } from '../store/applications.ts';
import { choiceOf, operationForm } from './parts/operation-form.ts';
import { filterValue, listPage } from './parts/operation-list.ts';
import type { Visit } from './parts/page.ts';
import { newKeyView } from './parts/partner-forms.ts';
import type { BoardField, Section } from './parts/render-board.ts';
import { partnerState } from './parts/values.ts';

export const PARTNERS_PATH = '/operator/partners';

const approve = operationForm('partners.approve', {
  heading: 'Approve an application',
  hint: 'A person created it at the console, and its keys do not work yet.',
  fields: ['clientId'],
  given: () => ({}),
  submit: 'Approve this application',
});

const create = operationForm('partners.create', {
  heading: 'Create a partner',
  hint: 'It gets its first API key, which is shown once.',
  fields: ['clientId', 'name', 'redirectUris'],
  words: {
    clientId: { label: 'client_id' },
    redirectUris: { label: 'Redirect addresses, one on each line', hint: '' },
  },
  asksAgain: 'create a partner',
  shows: async ({ clientId, apiKey }, { call }) => {
    const { name } = await call('partners.get', { clientId });
    return newKeyView(name, `${PARTNERS_PATH}/${clientId}`, String(apiKey));
  },
  submit: 'Create the partner',
});

/** The form that approves one of the applications that wait. The first one is preselected. */
async function approval(visit: Visit): Promise<Section[]> {
  const { partners } = await visit.call('partners.list', { pending: true, limit: 100 });
  const [first] = partners;
  if (first === undefined) return [];
  const choices = partners.map(
    ({ clientId, name }) => [clientId, `${name} (${clientId})`] as const,
  );
  const field = { label: 'Application', hint: '', kind: 'choice', choices } as const;
  return [approve.section(visit, 'approve', {}, { clientId: { ...field, value: first.clientId } })];
}

/** Every partner, by client_id, with the forms that create and approve one. */
export const partnersPage = listPage('partners.list', {
  path: PARTNERS_PATH,
  title: 'Partners',
  lead: 'Applications that connect players and report matches.',
  filter: ['pending'],
  words: { pending: 'Only those that wait for approval' },
  heading: 'All partners',
  columns: ['clientId', 'name', 'state', 'createdAt'],
  cells: { state: partnerState },
  empty: 'There is none yet.',
  more: async (visit) => ({
    sections: [...(await approval(visit)), create.section(visit, 'create')],
  }),
  acts: { approve: approve.act, create: create.act },
});

/** The client_id of every partner, for a filter. */
export async function partnersOf({ dependencies }: Visit): Promise<string[]> {
  return (await listApplications(dependencies.database)).map(({ clientId }) => clientId);
}

/** The field that chooses a partner; that of the filter is preselected. */
export async function partnerChoice(visit: Visit): Promise<Partial<BoardField>> {
  const choices = (await partnersOf(visit)).map((clientId) => [clientId, clientId] as const);
  const value = filterValue(visit, 'partner') ?? '';
  return { ...choiceOf('Partner', choices), value };
}

import type { KeySummary } from '../../api/types.gen.ts';
import { OperatorError } from '../../terminal.ts';
import { choiceOf, type FormRequest, operationForm } from './operation-form.ts';
import type { Visit } from './page.ts';
import type { BoardView, Section } from './render-board.ts';
import { stateOf, tableOf } from './values.ts';

/** The table of the keys of a partner. */
export function keysTable({ area, dependencies }: Visit, keys: readonly KeySummary[]): Section {
  const now = dependencies.clock();
  return tableOf(area, {
    heading: 'Keys',
    rows: keys,
    columns: ['prefix', 'state', 'lastUsedAt', 'createdAt', 'expiresAt', 'scopes'],
    cells: {
      prefix: ({ prefix }) => ({ text: `${prefix}…`, isCode: true }),
      state: (key) => {
        if (isLive(key, now)) return stateOf('live');
        return { text: key.revokedAt === null ? 'expired' : 'revoked', tone: 'bad' };
      },
    },
    empty: 'It has no key.',
  });
}

function isLive({ revokedAt, expiresAt }: KeySummary, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || new Date(expiresAt) > now);
}

/** The form that revokes one of the keys that work; none if there is no such key. */
export function revocation(visit: Visit, keys: readonly KeySummary[]): Section[] {
  const now = visit.dependencies.clock();
  const live = keys.filter((key) => isLive(key, now));
  if (live.length === 0) return [];
  const keyId = choiceOf(
    'Key',
    live.map((key) => [key.keyId, `${key.prefix}…`] as const),
  );
  return [revokeForm.section(visit, 'revoke', {}, { keyId })];
}

/** Shows a new key. No other page shows it. */
export function newKeyView(name: string, address: string, apiKey: string): BoardView {
  return {
    title: `A key of ${name}`,
    parent: { text: name, address },
    sections: [
      {
        kind: 'text',
        heading: 'The API key',
        hint: 'It is not shown again: the service stores only a hash. Send it to the partner by a safe way.',
        text: apiKey,
      },
    ],
  };
}

/** The form that creates a key of the partner that the address names, and shows it once. */
export const createKeyForm = (shows: NonNullable<FormRequest['shows']>) =>
  operationForm('keys.create', {
    heading: 'Create a key',
    hint: 'To replace a key: create a second one with the same scopes, deploy it, and then revoke the first.',
    fields: ['scopes', 'expiresAt'],
    words: { expiresAt: { hint: 'In UTC. Leave it empty for a key that does not expire.' } },
    asksAgain: 'create an API key',
    shows,
    submit: 'Create a key',
  });

/** The form that revokes a key of the partner that the address names. */
export const revokeForm = operationForm('keys.revoke', {
  heading: 'Revoke a key',
  hint: 'The service refuses requests with it at once. You cannot undo this.',
  fields: ['keyId', 'endTokens'],
  words: { endTokens: { label: 'The key may have leaked: end all tokens of the partner too' } },
  given: () => ({}),
  // The key of another partner is refused.
  check: async ({ call, params }, { field }) => {
    const { keys } = await call('keys.list', { clientId: params.clientId, limit: 100 });
    if (keys.some(({ keyId }) => keyId === field('keyId'))) return;
    throw new OperatorError('Choose one of the keys that are live.', { field: 'keyId' });
  },
  submit: 'Revoke this key',
  isDangerous: true,
});

/** The form that changes where players return to. */
export const redirectsForm = operationForm('partners.update', {
  heading: 'Redirect addresses',
  hint: 'Where players return after they connect. The service compares every character.',
  fields: ['redirectUris'],
  words: { redirectUris: { label: 'One on each line', hint: '' } },
  isEdit: true,
  asksAgain: 'change redirect addresses',
  submit: 'Change the addresses',
});

import type { KeySummary } from '../../api/types.gen.ts';
import { OperatorError } from '../../terminal.ts';
import { type FormRequest, operationForm } from './operation-form.ts';
import type { BoardField, BoardView } from './render-board.ts';
import { type Cells, stateOf } from './values.ts';

export const keyColumns = ['prefix', 'state', 'lastUsedAt', 'createdAt', 'expiresAt', 'scopes'];

/** What a table of keys has beside their values. */
export function keyCells(now: Date): Cells<KeySummary> {
  return {
    prefix: ({ prefix }) => ({ text: `${prefix}…`, isCode: true }),
    state: (key) => {
      if (isLive(key, now)) return stateOf('live');
      return { text: key.revokedAt === null ? 'expired' : 'revoked', tone: 'bad' };
    },
  };
}

function isLive({ revokedAt, expiresAt }: KeySummary, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || new Date(expiresAt) > now);
}

/** The field that chooses one of the keys that work; null if there is none. */
export function liveKeys(keys: readonly KeySummary[], now: Date): Partial<BoardField> | null {
  const live = keys.filter((key) => isLive(key, now));
  if (live.length === 0) return null;
  const choices = live.map(({ keyId, prefix }) => [keyId, `${prefix}…`] as const);
  return { label: 'Key', hint: '', kind: 'choice', choices: [['', 'Choose one'], ...choices] };
}

/** Shows a key that was just made, which no other page does. */
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
    hint: 'To replace a key: create a second one, deploy it, and then revoke the first.',
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
  // Looked for among this partner's, so that the key of another is none.
  check: async ({ call, params }, { field }) => {
    const { keys } = await call('keys.list', { clientId: params.clientId, limit: 100 });
    if (keys.some(({ keyId }) => keyId === field('keyId'))) return;
    throw new OperatorError('Choose one of the keys that are live.', { field: 'keyId' });
  },
  submit: 'Revoke this key',
  isDangerous: true,
});

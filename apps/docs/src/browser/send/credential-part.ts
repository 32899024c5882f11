import { choice, create, labelled, type Option, type Part } from './elements.ts';
import type { FilledIn } from './request.ts';
import type { Credential, SendableOperation } from './sendable-operation.ts';

const NAMES: Record<Credential, string> = { ApiKey: 'API key', AccessToken: 'Access token' };
const NONE = '';

// In the memory of the page alone, for the next operation, until the page is left.
const values = new Map<string, string>();

/** What the request is authenticated by. */
export function credentialPart({ credentials }: SendableOperation): Part<FilledIn['credential']> {
  const scheme = choice([
    ...credentials.map((name): Option => [name, NAMES[name]]),
    [NONE, 'None'],
  ]);
  // No password, which browsers would offer to store.
  const value = create('input', { type: 'text', autocomplete: 'off', spellcheck: false });
  const show = (): void => {
    value.value = values.get(scheme.value) ?? '';
    value.disabled = scheme.value === NONE;
  };
  scheme.addEventListener('change', show);
  value.addEventListener('input', () => values.set(scheme.value, value.value));
  show();
  return {
    elements:
      credentials.length === 0 ? [] : [labelled('Credential', scheme), labelled('Value', value)],
    read: () => {
      const chosen = credentials.find((name) => name === scheme.value);
      return chosen === undefined ? null : { scheme: chosen, value: value.value.trim() };
    },
  };
}

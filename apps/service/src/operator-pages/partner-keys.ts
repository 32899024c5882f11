import type { ListedKey } from '../admin/partner/keys.ts';
import type { Section, Shown } from '../platform/pages/render-operator.ts';
import { at, atOr } from './domain/shown.ts';
import { typed, type Visit } from './operator-page.ts';

/** The keys of a partner, with what they may do and when they were last used. */
export function keysSection(keys: readonly ListedKey[], now: Date): Section {
  return {
    kind: 'table',
    heading: 'Keys',
    hint: '`operator partner key create` makes another and prints it once.',
    columns: ['Key', 'State', 'Last used', 'Made', 'May'],
    rows: keys.map((key) => [
      { text: `${key.prefix}…`, isCode: true },
      keyState(key, now),
      atOr(key.lastUsedAt, 'never'),
      at(key.createdAt),
      key.scopes.join(', '),
    ]),
    empty: 'It has no key.',
  };
}

/** The form that takes a key back; none where there is no key to take. */
export function revocation(visit: Visit, keys: readonly ListedKey[], now: Date): Section[] {
  const live = keys.filter((key) => isLive(key, now));
  if (live.length === 0) return [];
  return [
    {
      kind: 'form',
      heading: 'Revoke a key',
      hint: 'Requests with it are refused from then on. It does not work again.',
      form: {
        act: 'revoke',
        fields: [
          {
            name: 'key',
            label: 'Key',
            kind: 'choice',
            value: typed(visit, 'revoke', 'key', ''),
            choices: [
              ['', 'Choose one'],
              ...live.map(({ keyId, prefix }) => [keyId, `${prefix}…`] as const),
            ],
          },
          {
            name: 'tokens',
            label: 'The key may have leaked: end all tokens of the partner too',
            kind: 'switch',
            value: typed(visit, 'revoke', 'tokens', ''),
          },
        ],
        submit: 'Revoke this key',
        isDangerous: true,
      },
    },
  ];
}

function isLive({ revokedAt, expiresAt }: ListedKey, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}

function keyState(key: ListedKey, now: Date): Shown {
  if (key.revokedAt !== null) return { text: 'revoked', tone: 'bad' };
  return isLive(key, now) ? { text: 'live', tone: 'good' } : { text: 'expired', tone: 'bad' };
}

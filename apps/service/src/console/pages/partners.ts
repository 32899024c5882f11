import type { ListedKey } from '../actions/keys.ts';
import type { PartnerSummary } from '../api/types.gen.ts';
import { listPage, type OperatorPageDefinition, typed, type Visit } from './operator-page.ts';
import type { Section, Shown } from './render-operator.ts';
import { at, atOr } from './shown.ts';

export const PARTNERS_PATH = '/operator/partners';

/** Every partner, by client_id. */
export const partnersPage: OperatorPageDefinition = {
  path: PARTNERS_PATH,
  current: PARTNERS_PATH,
  show: async (visit) => {
    const { table } = await listPage(visit, {
      path: PARTNERS_PATH,
      fetch: async (part) => {
        const { partners, nextCursor } = await visit.call('partners.list', { ...part });
        return { rows: partners, nextCursor };
      },
      heading: 'All partners',
      columns: ['client_id', 'Name', 'State', 'Made'],
      row: (partner) => [
        { text: partner.clientId, href: `${PARTNERS_PATH}/${partner.clientId}` },
        partner.name,
        partnerBadge(partner),
        at(partner.createdAt),
      ],
      empty: 'There is none yet. `operator partner create` creates one and prints its first key.',
      words: { next: 'Show more', first: 'Back to the first' },
    });
    const lead = 'Applications that connect players and report matches.';
    return { title: 'Partners', lead, sections: [table] };
  },
};

/** How a partner stands. */
export function partnerBadge({
  suspendedAt,
  deletedAt,
}: { [Time in 'suspendedAt' | 'deletedAt']: Date | PartnerSummary[Time] }): Shown {
  if (deletedAt !== null) return { text: 'deleted', tone: 'quiet' };
  return suspendedAt === null ? { text: 'live', tone: 'good' } : { text: 'suspended', tone: 'bad' };
}

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

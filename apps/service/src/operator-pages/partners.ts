import { type ListedPartner, listPartners } from '../admin/partner/partners.ts';
import type { Shown } from '../platform/pages/render-operator.ts';
import { at } from './domain/shown.ts';
import { filterValue, listPage } from './listing.ts';
import type { OperatorPageDefinition } from './operator-page.ts';

export const PARTNERS_PATH = '/operator/partners';

/** Every partner, by client_id. */
export const partnersPage: OperatorPageDefinition = {
  path: PARTNERS_PATH,
  current: PARTNERS_PATH,
  show: async (visit) => {
    const after = filterValue(visit, 'before');
    const { rows: partners, links } = await listPage(visit, {
      fetch: async (limit) => await listPartners(visit.dependencies, { after, limit }),
      cursorOf: ({ clientId }) => clientId,
      path: PARTNERS_PATH,
      words: { next: 'Show more', first: 'Back to the first' },
    });
    return {
      title: 'Partners',
      lead: 'Applications that connect players and report matches.',
      sections: [
        {
          kind: 'table',
          heading: 'All partners',
          columns: ['client_id', 'Name', 'State', 'Made'],
          rows: partners.map((partner) => [
            { text: partner.clientId, href: `${PARTNERS_PATH}/${partner.clientId}` },
            partner.name,
            partnerBadge(partner),
            at(partner.createdAt),
          ]),
          empty: 'There is none yet. `operator partner create` makes one and prints its first key.',
          links,
        },
      ],
    };
  },
};

/** How a partner stands. */
export function partnerBadge({
  suspendedAt,
  deletedAt,
}: Pick<ListedPartner, 'suspendedAt' | 'deletedAt'>): Shown {
  if (deletedAt !== null) return { text: 'deleted', tone: 'quiet' };
  return suspendedAt === null ? { text: 'live', tone: 'good' } : { text: 'suspended', tone: 'bad' };
}

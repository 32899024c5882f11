import { baseAddress, type Dependencies } from '../../platform/configuration/dependencies.ts';
import type { PageDefinition } from '../pages/parts/page.ts';
import type { BoardView, Section } from '../pages/parts/render-board.ts';
import { APPLICATIONS_PATH } from './area.ts';

interface FirstSteps {
  clientId: string;
  name: string;
  /** Null if it is no longer known. */
  apiKey: string | null;
  isPending: boolean;
}

/** A first call in each language, with the key of the application and the address of this service. */
function samples(dependencies: Pick<Dependencies, 'publicUrl'>, apiKey: string): Section[] {
  const base = baseAddress(dependencies);
  const links = [{ text: 'Install the client', address: '/docs/downloads' }];
  return [
    {
      kind: 'text',
      heading: 'curl',
      text: `curl ${base}/partner/usage -H 'X-API-Key: ${apiKey}'`,
    },
    {
      kind: 'text',
      heading: 'TypeScript',
      text: `import { PartnerRatingClient } from '@partner-rating/client';

const client = new PartnerRatingClient({
  baseUrl: '${base}',
  apiKey: '${apiKey}',
});
console.log(await client.usage.get());`,
      links,
    },
    {
      kind: 'text',
      heading: 'Python',
      text: `from partner_rating import PartnerRatingClient

client = PartnerRatingClient(
    base_url="${base}",
    api_key="${apiKey}",
)
print(client.usage.get())`,
      links,
    },
  ];
}

/** The first steps with a new key, or with a key that the reader has stored. */
export function firstStepsView(
  dependencies: Pick<Dependencies, 'publicUrl'>,
  { clientId, name, apiKey, isPending }: FirstSteps,
): BoardView {
  const waiting = 'The key works once the operator of this service has approved the application.';
  return {
    title: 'First steps',
    lead: isPending ? waiting : 'Call the service from your server with one of these.',
    parent: { text: name, address: `${APPLICATIONS_PATH}/${clientId}` },
    sections: [
      ...(apiKey === null
        ? []
        : [
            {
              kind: 'text',
              heading: 'Your API key',
              hint: 'Keep it on your server. It is not shown again: the service stores only a hash.',
              text: apiKey,
            } as const,
          ]),
      ...samples(dependencies, apiKey ?? 'YOUR_API_KEY'),
      {
        kind: 'facts',
        heading: 'Then',
        facts: [{ label: 'client_id', values: [{ text: clientId, isCode: true }] }],
        links: [
          { text: 'To the application', address: `${APPLICATIONS_PATH}/${clientId}` },
          { text: 'Connect a player', address: '/docs/guides/connect-flow' },
          { text: 'Submit matches', address: '/docs/guides/submitting-matches' },
        ],
      },
    ],
  };
}

/** The first steps without a new key. */
export const firstStepsPage: PageDefinition = {
  path: `${APPLICATIONS_PATH}/:clientId/first-steps`,
  current: '/console',
  show: async ({ call, params, dependencies }) => {
    const { clientId, name, pendingSince } = await call('partners.get', {
      clientId: params.clientId,
    });
    const isPending = pendingSince !== null;
    return firstStepsView(dependencies, { clientId, name, apiKey: null, isPending });
  },
};

import { documentWith, documentWithOperation, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('summary-style');
const ofOperation = (summary: string) => documentWithOperation({ summary, responses: {} });
const ofExample = (example: object) =>
  documentWith({ components: { examples: { 'matches.submit': example } } });

refuses('a summary in another style, with advice', [
  ...(
    [
      ['Submit matches.', 'leave the full stop out'],
      ['submit matches', 'Begin a summary with a capital'],
      ['Submits matches', 'bare verb'],
      ['Submitting matches', 'bare verb'],
      ['Submit any number of matches of one sport, played at one place, as a batch', 'at most'],
    ] as const
  ).map(
    ([summary, advice]) =>
      [summary, ofOperation(summary), ['#/paths/~1partner~1members/get/summary', advice]] as const,
  ),
  [
    'an example without a summary',
    ofExample({ value: {} }),
    ['#/components/examples/matches.submit', '`summary`'],
  ],
]);

accepts('a short imperative, and any words at an example', [
  ...['Submit matches', 'Pass a code on', 'Get a member'].map(
    (summary) => [summary, ofOperation(summary)] as const,
  ),
  ['an example', ofExample({ summary: 'Singles and doubles', value: {} })],
]);

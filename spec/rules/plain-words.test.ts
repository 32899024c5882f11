import { documentWithOperation, documentWithSchemas, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('plain-words');
const described = (description: string) => documentWithSchemas({ Subject: { description } });

refuses(
  'words that have a plainer one, and names it',
  (
    [
      ['A sport, e.g. padel.', 'for example'],
      ['The sport, i.e. padel.', 'that is'],
      ['Padel, pickleball etc.', 'such as'],
      ['The sport and/or the bracket.', 'write `or`'],
      ['Please send a sport.', 'say what to do'],
      ['Simply send a sport.', 'leave it out'],
      ['Send a sport in order to restrict the answer.', 'write `to`'],
      ['Utilise a sport.', 'write `use`'],
      ['Allows you to restrict the answer.', 'say what it does'],
      ['Sent via HTTPS.', 'through'],
      ['TODO: say more.', 'say it'],
      ['Welcome!', 'full stop'],
    ] as const
  ).map(([description, advice]) => [
    description,
    described(description),
    ['#/components/schemas/Subject/description', advice],
  ]),
);

refuses('them in summaries too', [
  [
    'a summary',
    documentWithOperation({ summary: 'Simply submit matches', responses: {} }),
    [/\/summary$/, 'leave it out'],
  ],
]);

accepts(
  'longer words and code',
  ['Adjust the justified viability of the sport.', 'Send `just` as it is.', 'Not `a!=b`.'].map(
    (description) => [description, described(description)],
  ),
);

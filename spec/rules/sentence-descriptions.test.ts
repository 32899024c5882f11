import { documentWithSchemas, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('sentence-descriptions');
const described = (description: string) => documentWithSchemas({ Subject: { description } });
const at = '#/components/schemas/Subject/description';
const noCapital = [at, 'begin with a capital'] as const;
const noStop = [at, 'end with a full stop'] as const;

refuses('what is no sentence, with advice', [
  ['neither', described('the sport'), noCapital, noStop],
  ['no full stop', described('The sport'), noStop],
  ['no capital', described('the sport.'), noCapital],
  ['a question', described('What is the sport?'), noStop],
]);

accepts('sentences, also those that begin or end with code', [
  ...[
    'The sport.',
    '`pickleball`, for example.',
    'Ratings grow (see RFC 9457.)',
    'Steps:\n\n1. Start.\n2. Go on',
    'An example:\n\n```json\n{}\n```',
    '| Status | Meaning |\n| --- | --- |\n| 404 | Not found |',
  ].map((description) => [description, described(description)] as const),
  [
    'a property called description',
    documentWithSchemas({
      Subject: { type: 'object', properties: { description: { type: 'string' } } },
    }),
  ],
]);

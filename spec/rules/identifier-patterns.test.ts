import { documentWith, documentWithSchemas, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('identifier-patterns');
const matchId = { type: 'string', pattern: '^mat_[0-7][0-9a-hjkmnp-tv-z]{25}$' };
const reference = { $ref: '#/components/schemas/MatchId' };
const memberPattern = '^(mem_[0-7][0-9a-hjkmnp-tv-z]{25}|[1-9][0-9]{0,15})$';
const loose = { type: 'string', maxLength: 64 };
const withField = (name: string, schema: object) =>
  documentWithSchemas({
    MatchId: matchId,
    Subject: { type: 'object', properties: { [name]: schema } },
  });
const withParameter = (name: string, location: string, schema: object) =>
  documentWith({ components: { parameters: { One: { name, in: location, schema } } } });

refuses('an identifier without the pattern of its prefix', [
  ...(
    [
      ['id', loose],
      ['matchId', loose],
      ['player_id', loose],
      ['ids', { type: 'array', items: loose }],
      ['batchId', { type: ['string', 'null'], pattern: '^.*$' }],
    ] as const
  ).map(
    ([name, schema]) =>
      [
        name,
        withField(name, schema),
        [`#/components/schemas/Subject/properties/${name}`, 'the pattern of its prefix'],
      ] as const,
  ),
  [
    'a parameter',
    withParameter('deliveryId', 'path', loose),
    [/^#\/components\/parameters\/One/, 'the pattern of its prefix'],
  ],
]);

accepts('the pattern, and what is no identifier of ours', [
  ['the pattern', withField('id', matchId)],
  ['a reference to it', withField('matchId', reference)],
  ['a list of them', withField('ids', { type: 'array', items: reference })],
  ['a number', withField('memberId', { type: 'integer' })],
  ['the id of a client', withField('client_id', loose)],
  ['an identifier of the partner', withField('identifier', loose)],
  ['a word that ends alike', withField('paid', loose)],
  [
    'one that takes the member number too',
    withParameter('memberId', 'query', { type: 'string', pattern: memberPattern }),
  ],
]);

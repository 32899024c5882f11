import { documentWithOperation, documentWithSchemas, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('deprecation-dates');
const dates = { 'x-deprecated-at': '2026-10-01', 'x-sunset': '2027-04-01' };
const valid = { deprecated: true, ...dates };
const ofField = (marks: object) =>
  documentWithSchemas({ Subject: { type: 'object', properties: { old: { ...marks } } } });
const ofOperation = (marks: object) => documentWithOperation({ ...marks, responses: {} });
const ofValues = (marks: object) =>
  documentWithSchemas({
    Subject: { type: 'string', enum: ['old', 'new'], 'x-deprecated-values': marks },
  });

refuses(
  'missing, invalid and too early dates, with advice',
  (
    [
      ['no dates', { deprecated: true }, 'deprecated', '`x-deprecated-at`'],
      ['no sunset', { ...valid, 'x-sunset': undefined }, 'deprecated', '`x-sunset`'],
      ['an early sunset', { ...valid, 'x-sunset': '2027-03-31' }, 'x-sunset', '2027-04-01'],
      ['a time of day', { ...valid, 'x-sunset': '2027-04-01T00:00:00Z' }, 'x-sunset', 'RFC 3339'],
      ['no such day', { ...valid, 'x-deprecated-at': '2026-02-30' }, 'x-deprecated-at', 'RFC'],
      ['dates of what stays', { 'x-sunset': '2027-04-01' }, 'x-sunset', '`deprecated: true`'],
    ] as const
  ).flatMap(([what, marks, name, advice]) => [
    [what, ofField(marks), [`#/components/schemas/Subject/properties/old/${name}`, advice]],
    [what, ofOperation(marks), [`#/paths/~1partner~1members/get/${name}`, advice]],
  ]),
);

refuses('every deprecated part without dates', [
  [
    'a parameter',
    ofOperation({ parameters: [{ name: 'old', in: 'query', deprecated: true }] }),
    [/\/parameters\/0\/deprecated$/, '`x-deprecated-at`'],
  ],
  [
    'a field that refers to its schema',
    documentWithSchemas({
      Name: { type: 'string' },
      Subject: {
        type: 'object',
        properties: { old: { $ref: '#/components/schemas/Name', deprecated: true } },
      },
    }),
    [/\/properties\/old\/deprecated$/, '`x-deprecated-at`'],
  ],
  [
    'a value of a set, with one date',
    ofValues({ old: { 'x-deprecated-at': '2026-10-01' } }),
    [/\/x-deprecated-values\/old/, '`x-sunset`'],
  ],
]);

refuses('dates of a value that the set does not have', [
  [
    'another value',
    ofValues({ odd: dates }),
    ['#/components/schemas/Subject/x-deprecated-values/odd', '`odd` is no value of this set.'],
  ],
]);

accepts('six months or more', [
  ['six months of a field', ofField(valid)],
  ['six months of an operation', ofOperation(valid)],
  ['six months of a value', ofValues({ old: dates })],
  ['more', ofField({ ...valid, 'x-sunset': '2028-01-01' })],
]);

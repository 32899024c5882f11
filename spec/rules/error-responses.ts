import type { Operation, Rule } from './rule.ts';

interface Expected {
  status: string;
  because: string;
  where: (operation: Operation) => boolean;
}

const always = () => true;
const takesCredentials = ({ security = [] }: Operation) => security.length > 0;
const takesBody = ({ requestBody }: Operation) => requestBody !== undefined;
const isIdempotent = (operation: Operation) => operation['x-idempotent'] === true;
/** The roles that an operation of operators needs; undefined for an operation of partners. */
export const operatorRoles = ({ security = [] }: Operation) =>
  security.find(({ OperatorToken }) => OperatorToken !== undefined)?.OperatorToken;
/** Whether an operation needs any scope or role. */
export const needsScopes = (operation: Operation) =>
  operatorRoles(operation) !== undefined ||
  Object.values(operation['x-required-scopes'] ?? {}).some((scopes) => scopes.length > 0);

const expected: Expected[] = [
  { status: '400', because: 'any request can be malformed', where: always },
  { status: '401', because: 'the operation takes credentials', where: takesCredentials },
  { status: '403', because: 'the operation needs scopes', where: needsScopes },
  {
    status: '409',
    because: 'the first use of an idempotency key may still run',
    where: isIdempotent,
  },
  { status: '413', because: 'a request body can be too large', where: takesBody },
  { status: '415', because: 'a request body can be of another media type', where: takesBody },
  {
    status: '422',
    because: 'an idempotency key can be used again for another body',
    where: isIdempotent,
  },
  { status: '429', because: 'callers with credentials have a rate limit', where: takesCredentials },
  { status: '500', because: 'the service can fail', where: always },
  { status: '503', because: 'the service can be unavailable', where: always },
];

export const errorResponses: Rule = () => ({
  Paths: {
    Operation(operation, { report, location }) {
      for (const { status, because, where } of expected) {
        if (!where(operation) || status in operation.responses) continue;
        report({
          message: `Document \`'${status}'\`, since ${because}: refer to the shared response in components/responses.`,
          location: location.child('responses').key(),
        });
      }
    },
  },
});

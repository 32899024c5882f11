import type { Operation } from '@partner-rating/spec/document';

/** An operation as a member of the interface; `client` is the type of its resource. */
export function memberOf(operation: Operation, client: string): string {
  const { id, summary, deprecated } = operation;
  const comment = `\`client.${id}()\`: ${summary}.${deprecated ? ' @deprecated' : ''}`;
  return `    /** ${comment} */\n    readonly ${methodOf(operation)}: ${typeOf(operation, client)};`;
}

/** An operation as it is made. */
export function callOf(operation: Operation): string {
  const { id, pagination } = operation;
  const [resource, method] = id.split('.');
  const names = parametersOf(operation).map(({ name }) => name);
  const call = (options: string) => `client.${id}(${[...names, options].join(', ')})`;
  const key = `key('${resource}', '${method}')`;
  if (isMutation(operation)) {
    const variables = names.length === 0 ? 'options' : `{ ${names.join(', ')}, ...options }`;
    return `      ${method}: mutationOperation(${key}, (${variables}) => ${call('options')}),`;
  }
  const make = pagination ? 'listOperation' : 'queryOperation';
  return `      ${method}: ${make}(${key}, ([${names.join(', ')}], options) => ${call('options')}),`;
}

function methodOf({ id }: Operation): string {
  return id.split('.')[1] ?? '';
}

/** What a method of the client takes before its options. */
function parametersOf({ path, parameters, body }: Operation): { name: string; needed: boolean }[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({ name, needed: true }));
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  return [
    ...inPath,
    ...(inQuery.length > 0
      ? [{ name: 'query', needed: inQuery.some(({ required }) => required === true) }]
      : []),
    ...(body ? [{ name: 'body', needed: body.required }] : []),
  ];
}

function isMutation({ method, isSafe }: Operation): boolean {
  return method !== 'GET' && !isSafe;
}

function needsVariables(operation: Operation): boolean {
  return parametersOf(operation).some(({ needed }) => needed);
}

function typeOf(operation: Operation, client: string): string {
  const method = `${client}['${methodOf(operation)}']`;
  const fields = parametersOf(operation).map(({ name, needed }, index) => {
    const type = `Parameters<${method}>[${index}]`;
    return {
      code: `${name}${needed ? '' : '?'}: ${type}`,
      filter: `${name}${needed ? '' : '?'}: ListFilter<${type}>`,
    };
  });
  const data = `Awaited<ReturnType<${method}>>`;
  if (isMutation(operation))
    return mutationType(
      operation,
      fields.map(({ code }) => code),
      data,
    );
  const input = `readonly [${fields.map(({ code }) => code).join(', ')}]`;
  if (!operation.pagination) return `QueryOperation<${input}, ${data}>`;
  const filter = `readonly [${fields.map(({ filter }) => filter).join(', ')}]`;
  return `ListOperation<${input}, ${filter}, ${data}>`;
}

function mutationType(operation: Operation, fields: string[], data: string): string {
  const options = operation.isIdempotent ? 'IdempotentRequestOptions' : 'RequestOptions';
  const given = [...(fields.length > 0 ? [`{ ${fields.join('; ')} }`] : []), options].join(' & ');
  return `MutationOperation<${data}, ${needsVariables(operation) ? given : `${given} | void`}>`;
}

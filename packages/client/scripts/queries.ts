import type { DocumentReader, Operation } from '@partner-rating/spec/document';
import { docComment } from './comment.ts';
import { isScoped } from './scoped-location.ts';
import { namesOf, needsQuery, takesQuery } from './signature.ts';

/** `queries.gen.ts`: what the methods of the client take as a query. */
export function queries(contract: DocumentReader): string {
  const operations = contract.operations().filter((one) => one.isCalled && takesQuery(one));
  const types = operations.flatMap((operation) => {
    const { typeName } = namesOf(operation);
    const query = `Types.${typeName}Data['query']`;
    const needed = needsQuery(operation) ? query : `NonNullable<${query}>`;
    return ['', ...docComment(`The query of \`${operation.id}\`.`), declaration(operation, needed)];
  });
  return [
    "import type { Query } from '../core/operation.ts';",
    "import type { ListQuery } from '../core/paging/paged.ts';",
    "import type * as Types from '../generated/types.gen.ts';",
    ...types,
    '',
  ].join('\n');
}

function declaration(operation: Operation, query: string): string {
  const name = `${namesOf(operation).typeName}Query`;
  const names = operation.parameters.map((parameter) => parameter.name);
  const located = isScoped(names) ? ' & Types.ScopedLocation' : '';
  if (operation.pagination) return `export type ${name} = ListQuery<${query}>${located};`;
  return `export interface ${name} extends Query<${query}> {}`;
}

import type {
  DocumentReader,
  MediaType,
  Operation,
  Parameter,
} from '@partner-rating/spec/document';

/** The JSON of the answer to a call that succeeds; empty where there is none, undefined where it is a page. */
export function successOf(responses: Operation['responses']): Partial<MediaType> | undefined {
  const [, success] = Object.entries(responses).find(([status]) => status < '300') ?? [];
  if (success === undefined) return undefined;
  return Object.keys(success.content).length === 0 ? {} : success.content['application/json'];
}

/** The form of an operation's errors is read off its 400. */
export function hasOAuthErrors({ responses }: Operation): boolean {
  return 'application/json' in (responses['400']?.content ?? {});
}

/** The parameters in the path, in their order there. */
export function pathParameters({ path, parameters }: Operation): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) =>
    parameters.filter((parameter) => parameter.in === 'path' && parameter.name === name),
  );
}

export function queryParameters({ parameters }: Operation): Parameter[] {
  return parameters.filter((parameter) => parameter.in === 'query');
}

/** The operations that have a method, by their resource. */
export function calledOperations(contract: DocumentReader): Map<string, Operation[]> {
  const called = contract.operations().filter(({ isCalled }) => isCalled);
  return Map.groupBy(called, ({ id }) => id.split('.')[0] ?? '');
}

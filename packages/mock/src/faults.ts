import { isPage, type Operation } from './contract.ts';
import type { Fault } from './prism.ts';

/** A fault in the form of the contract. */
export interface FaultItem {
  pointer: string;
  code: string;
  detail: string;
}

/**
 * A fault of Prism's in the form of the contract: pointers into the body are plain, those to a
 * parameter begin with its location, and one that is missing or unknown is pointed at itself.
 */
export function faultItem(
  { path: [location = '', ...path] = [], code, message }: Fault,
  { parameters }: Operation,
): FaultItem {
  const property = /required property '(.+)'$|; found '(.+)'$/.exec(message);
  const steps = [...path, property?.[1] ?? property?.[2] ?? []].flat();
  if (location === 'body' || location === '') {
    return { pointer: pointer(steps), code: String(code), detail: `${message}.` };
  }
  // Prism has put the names of parameters in lower case.
  const [name = '', ...rest] = steps;
  const known = parameters.find((parameter) => parameter.name.toLowerCase() === name)?.name ?? name;
  const start = location === 'header' ? ['headers', name] : [location, known];
  return {
    pointer: pointer([...start, ...rest]),
    code: String(code),
    detail: `${message.replace(`parameter ${name}`, `parameter ${known}`)}.`,
  };
}

/** The faults of a query and a form that Prism lets pass. */
export function faultsPrismMisses(
  operation: Operation,
  query: URLSearchParams,
  form: URLSearchParams,
): FaultItem[] {
  const known = operation.parameters.filter((parameter) => parameter.in === 'query');
  const names = known.map(({ name }) => name);
  const unknown = namesOf(query).filter((name) => !isPage(operation) && !names.includes(name));
  const repeated = namesOf(form).filter((name) => form.getAll(name).length > 1);
  return [
    ...unknown.map((name) => ({
      pointer: pointer(['query', name]),
      code: 'additionalProperties',
      detail: `There is no query parameter ${name}; known are: ${names.join(', ') || 'none'}.`,
    })),
    ...repeated.map((name) => ({
      pointer: pointer([name]),
      code: 'type',
      detail: `${name} is given more than once.`,
    })),
  ];
}

function namesOf(fields: URLSearchParams): string[] {
  return [...new Set(fields.keys())];
}

// Prism has cut the pointer of the validator at its slashes, escapes and all.
function pointer(steps: string[]): string {
  return steps.map((step) => `/${step}`).join('');
}

interface PrismProblem {
  type?: unknown;
  title?: string;
  detail?: string;
  validation?: object[];
}

const errorTypes = 'https://stoplight.io/prism/errors#';

/** What Prism found wrong with a request or its answer; null where the answer is the service's own. */
export function faultOfPrism(body: string): string | null {
  if (!body.includes(errorTypes)) return null;
  const { type, title, detail, validation = [] } = JSON.parse(body) as PrismProblem;
  if (typeof type !== 'string' || !type.startsWith(errorTypes)) return null;
  return [`${title}: ${detail}`, ...validation.map((fault) => JSON.stringify(fault))].join('\n');
}
